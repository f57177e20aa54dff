"use client";

import { useTranslations } from "next-intl";
import type { Dot } from "@/components/display/timeline-item";
import { auditSentence } from "@/components/messages/audit-sentence";
import { failureText } from "@/components/messages/failure-text";
import { statusText } from "@/components/messages/status-text";
import { formatTokyo, recentStyle } from "@/lib/time";
import type { TimelineEntry } from "@/lib/transactions/schema";
import { type Status, toneOf } from "@/lib/transactions/status/status";

type Words = { headline: string; detail: string; dot: Dot };

/** What one entry of the timeline says, what is worth knowing beside it, and how loud it is. */
export function useTimelineWords(entry: TimelineEntry): Words {
  const t = useTranslations("timeline");
  const states = useTranslations("states");
  const failures = useTranslations("failures");
  const actions = useTranslations("actions");
  // The entry stands under its day: a clock that shows another says which.
  const clock = (at: string) => formatTokyo(new Date(at), recentStyle(new Date(at), new Date(entry.at)));

  switch (entry.kind) {
    case "sent": {
      const { number, nonce } = entry;
      const detail = t("sentDetail", { signed: clock(entry.signedAt), nonce: `${nonce.slice(0, 6)}…` });
      return { headline: t("sent", { number }), detail, dot: "ours" };
    }
    case "answered": {
      const { number, outcome, failure } = entry;
      const reason = failure ? failureText(failures, failure) : outcome === "accepted" ? null : t("nobody");
      const dot = { accepted: "plain", rejected: "failed", not_sent: "watch", unknown: "watch" } as const;
      const detail = joined(t("answeredDetail", { number }), reason);
      return { headline: t(`answered.${outcome}`), detail, dot: dot[outcome] };
    }
    case "asked": {
      const { found, status, verdict, failure, serviceTime, isControl } = entry;
      const at = serviceTime && t("serviceClock", { time: clock(serviceTime) });
      if (isControl) {
        const reason = failure && failureText(failures, failure);
        const headline = t(found ? "controlFound" : "controlFailed");
        return { headline, detail: joined(t("controlHint"), reason, at), dot: found ? "plain" : "watch" };
      }
      if (found && status) {
        const detail = joined(verdict && t(`verdicts.${verdict}`), at);
        return { headline: t("askedFound", { state: statusText(states, status) }), detail, dot: dotOf(status) };
      }
      if (failure?.kind === "refused" && failure.status === 404) {
        return { headline: t("askedNotFound"), detail: joined(t("askedNotFoundHint"), at), dot: "watch" };
      }
      return {
        headline: t("askedNoAnswer"),
        detail: joined(failure && failureText(failures, failure), at),
        dot: "watch",
      };
    }
    case "reported": {
      const { source, status, verdict } = entry;
      const headline = t(`reported.${source}`, { state: statusText(states, status) });
      return { headline, detail: t(`verdicts.${verdict}`), dot: verdict === "moved" ? dotOf(status) : "plain" };
    }
    case "noted":
      return { headline: t("noted", { by: entry.by }), detail: "", dot: "ours" };
    case "did": {
      const { reason, inPlaceOf, by } = entry.detail;
      const detail = joined(
        typeof reason === "string" && t("reason", { reason }),
        typeof inPlaceOf === "string" && t("inPlaceOf", { referenceId: inPlaceOf }),
        typeof by === "string" && t("replacedBy", { referenceId: by }),
      );
      return { headline: auditSentence(actions, states, entry), detail, dot: "ours" };
    }
  }
}

const joined = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(" · ");

function dotOf(status: Status): Dot {
  const tone = toneOf(status);
  return tone === "neutral" ? "plain" : tone;
}
