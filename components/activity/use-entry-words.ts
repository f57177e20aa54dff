import { useTranslations } from "next-intl";
import { statusText } from "@/components/messages/status-text";
import { useAuditSentence } from "@/components/messages/use-audit-sentence";
import type { ActivityEntry } from "@/lib/activity/schema";
import { isKnownKyc, type KycStatus } from "@/lib/kyc/state";
import { formatAmount } from "@/lib/money/format";
import { isNameOf } from "@/lib/payments-api/player-id";

/** `what` a callback says or a user did; `result`: what became of a callback. Null where there is no such thing. */
export type EntryWords = { source: "delivery" | "user" | "system"; what: string; result: string | null };

/** An entry of the event log in words. Never "paid" for a callback: it is a claim, and may prove nothing. */
export function useEntryWords() {
  const t = useTranslations("activity");
  const states = useTranslations("states");
  const kycStates = useTranslations("players.displayStatuses");
  const sentenceOf = useAuditSentence();
  return (entry: ActivityEntry): EntryWords => {
    if (entry.kind === "audit") {
      return { source: entry.actor.kind === "user" ? "user" : "system", what: sentenceOf(entry), result: null };
    }
    const { said, refusal, effect } = entry;
    const about =
      said &&
      (said.playerId === null
        ? statusText(states, said.status)
        : t("aboutPlayer", {
            // A callback may come to the address of one player and name another.
            playerId:
              entry.playerId !== null && isNameOf(said.playerId, entry.playerId) ? entry.playerId : said.playerId,
            status: kycStates(kycWord(said.status), { status: said.status }),
          }));
    const money = said?.money && formatAmount(said.money.amount, said.money.currency);
    const result = refusal
      ? t("refused", { reason: t(`refusals.${refusal}`) })
      : effect
        ? t(`effects.${effect}`)
        : t("waiting");
    return { source: "delivery", what: [about, money].filter(Boolean).join(" "), result };
  };
}

const kycWord = (status: KycStatus) =>
  isKnownKyc(status) ? (status.toLowerCase() as Lowercase<typeof status>) : "unfamiliar";
