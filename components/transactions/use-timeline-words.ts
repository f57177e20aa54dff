"use client";

import { useLocale, useTranslations } from "next-intl";
import type { Dot } from "@/components/display/timeline-item";
import { actorName, auditSentence } from "@/components/messages/audit-sentence";
import { failureText } from "@/components/messages/failure-text";
import { statusText } from "@/components/messages/status-text";
import { formatTokyo, recentStyle } from "@/lib/time";
import type { TimelineEntry } from "@/lib/transactions/schema";
import { type Status, toneOf } from "@/lib/transactions/status/status";
import type { Verdict } from "@/lib/transactions/status/status-report";
import { useDisagreementText } from "./use-disagreement-text";

type Words = { headline: string; detail: string; dot: Dot };

/** What one entry of the timeline says, what is worth knowing beside it, and how loud it is. */
export function useTimelineWords(entry: TimelineEntry): Words {
  const t = useTranslations("timeline");
  const locale = useLocale();
  const states = useTranslations("states");
  const failures = useTranslations("failures");
  const actions = useTranslations("actions");
  const disagreement = useDisagreementText();
  // The entry stands under its day: a clock that shows another says which.
  const clock = (at: string) => formatTokyo(new Date(at), recentStyle(new Date(at), new Date(entry.at)), locale);

  switch (entry.kind) {
    case "sent": {
      const { number, nonce } = entry;
      const detail = t("sentDetail", { signed: clock(entry.signedAt), nonce: `${nonce.slice(0, 6)}…` });
      return { headline: t("sent", { number }), detail, dot: "ours" };
    }
    case "answered": {
      const { number, outcome, failure } = entry;
      const reason = failure ? failureText(failures, failure) : outcome === "accepted" ? null : t("noResponse");
      const dot = { accepted: "plain", rejected: "failed", not_sent: "watch", unknown: "watch" } as const;
      const detail = joined(t("answeredDetail", { number }), reason);
      return { headline: t(`answered.${outcome}`), detail, dot: dot[outcome] };
    }
    case "asked": {
      const { found, status, verdict, failure, serviceTime, isControl, isEarly, fields } = entry;
      const at = serviceTime && t("serviceClock", { time: clock(serviceTime) });
      if (isControl) {
        const reason = failure && failureText(failures, failure);
        const headline = t(found ? "controlFound" : "controlFailed");
        return { headline, detail: joined(t("controlHint"), reason, at), dot: found ? "plain" : "watch" };
      }
      if (found && status) {
        const detail = joined(verdict && t(`verdicts.${verdict}`), ...(fields ?? []).map(disagreement), at);
        const dot = verdict === "moved" ? evidenceDot(status) : "plain";
        return { headline: t("reported.query", { state: statusText(states, status) }), detail, dot };
      }
      if (failure?.kind === "refused" && failure.status === 404) {
        return { headline: t("askedNotFound"), detail: joined(isEarly && t("askedNotFoundHint"), at), dot: "watch" };
      }
      return {
        headline: t("askedNoAnswer"),
        detail: joined(failure && failureText(failures, failure), at),
        dot: "watch",
      };
    }
    case "reported": {
      const { source, status, verdict, fields = [] } = entry;
      const headline = t(`reported.${source}`, { state: statusText(states, status) });
      const detail = joined(t(`verdicts.${verdict}`), ...fields.map(disagreement));
      return { headline, detail, dot: reportDot(verdict, status) };
    }
    case "noted":
      return { headline: t("noted", { by: entry.by }), detail: "", dot: "plain" };
    case "did": {
      const { reason, inPlaceOf, by: replacement } = entry.detail;
      const detail = joined(
        typeof reason === "string" && t("reason", { reason }),
        typeof inPlaceOf === "string" && t("inPlaceOf", { referenceId: inPlaceOf }),
        typeof replacement === "string" && t("replacedBy", { referenceId: replacement }),
      );
      const dot = REQUESTS.includes(entry.action) ? "plain" : "ours";
      const by = actorName(actions, { kind: entry.byKind, name: entry.by });
      return { headline: auditSentence(actions, states, { ...entry, by, locale }), detail, dot };
    }
  }
}

const joined = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(" · ");

/** Evidence that the order moved is as loud as what it moved to. */
function evidenceDot(status: Status): Dot {
  const tone = toneOf(status);
  return tone === "neutral" ? "ours" : tone;
}

function reportDot(verdict: Verdict, status: Status): Dot {
  switch (verdict) {
    case "moved":
      return evidenceDot(status);
    case "conflict":
    case "mismatch":
      return "watch";
    case "same":
    case "hint":
      return "plain";
  }
}

/** Who asked for something decided nothing yet. */
const REQUESTS = ["withdrawal.requested", "deposit.requested", "transaction.check_requested", "pii.revealed"];
