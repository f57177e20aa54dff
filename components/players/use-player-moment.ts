"use client";

import { useLocale, useTranslations } from "next-intl";
import type { Dot } from "@/components/display/timeline-item";
import { actorName, auditSentence } from "@/components/messages/audit-sentence";
import { failureText } from "@/components/messages/failure-text";
import type { KycEntry } from "@/lib/kyc/schema";
import { isKnownKyc, type KycStatus, kycDisplayStatusOf, toneOfKycStatus } from "@/lib/kyc/state";
import { formatTokyo } from "@/lib/time";

type Words = { headline: string; detail: string; dot: Dot };

/** What one entry of a player's timeline says, what is worth knowing beside it, and how loud it is. */
export function usePlayerMoment(playerId: string, entry: KycEntry): Words {
  const t = useTranslations("players.moments");
  const locale = useLocale();
  const statuses = useTranslations("players.statuses");
  const failures = useTranslations("failures");
  const actions = useTranslations("actions");
  const states = useTranslations("states");
  const word = (status: KycStatus) => (isKnownKyc(status) ? statuses(status) : statuses("other", { status }));

  switch (entry.kind) {
    case "sent": {
      const { userName: name, number, signedAt, nonce } = entry;
      const signed = formatTokyo(new Date(signedAt), "time");
      return {
        headline: t("sent", { name }),
        detail: t("sentDetail", { number, signed, nonce: `${nonce.slice(0, 6)}…` }),
        dot: "ours",
      };
    }
    case "answered": {
      const { outcome, failure } = entry;
      const dot = { accepted: "plain", rejected: "failed", not_sent: "watch", unknown: "watch" } as const;
      return {
        headline: t(`answered.${outcome}`),
        detail: failure ? failureText(failures, failure) : "",
        dot: dot[outcome],
      };
    }
    case "asked": {
      const { status, verdict, failure } = entry;
      if (status !== null)
        return {
          headline: t("asked", { status: word(status) }),
          detail: verdict ? t(`verdicts.${verdict}`) : "",
          dot: dotOf(status),
        };
      const notFound = failure?.kind === "refused" && failure.status === 404;
      return {
        headline: t(notFound ? "askedNotFound" : "askedNoAnswer"),
        detail: failure && !notFound ? failureText(failures, failure) : "",
        dot: "watch",
      };
    }
    case "reported": {
      const { source, status, verdict } = entry;
      const headline = t(source === "signed_callback" ? "signedCallback" : "unsignedCallback", {
        status: word(status),
      });
      return { headline, detail: t(`verdicts.${verdict}`), dot: verdict === "moved" ? dotOf(status) : "plain" };
    }
    case "did": {
      const by = actorName(actions, { kind: entry.byKind, name: entry.by });
      return {
        headline: auditSentence(actions, states, { ...entry, by, locale, subject: playerId }),
        detail: "",
        dot: "ours",
      };
    }
  }
}

function dotOf(status: KycStatus): Dot {
  const at = new Date(0);
  const tone = toneOfKycStatus(kycDisplayStatusOf({ submission: "accepted", status, since: at }, at));
  return tone === "neutral" ? "plain" : tone;
}
