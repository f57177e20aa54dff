"use client";

import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { useAnnouncement } from "@/components/feedback/use-announcement";
import { useNow } from "@/components/use-now";
import type { TransactionView } from "@/lib/transactions/schema";
import { Countdown } from "./countdown";
import { minuteOf } from "./locked-resend";
import { resendFrom } from "./resend-time";

/** How far the proof is that a lost request was never created: how long it can still be accepted, and what is missing. */
export function Proof({ proof }: { proof: NonNullable<TransactionView["proof"]> }) {
  const t = useTranslations("orders.proof");
  const steps = useTranslations("orders.steps");
  const now = useNow(1_000);
  const { expiresAt, missing } = proof;
  const until = () => <Timestamp at={expiresAt} style="recent" />;
  const from = resendFrom(proof);
  const isAhead = from !== null && (now === null || from.getTime() > now);
  return (
    <>
      <p>
        {missing === "expiry" ? <Countdown expiresAt={expiresAt} /> : t.rich("expired", { until })}{" "}
        {isAhead && steps("result", { at: minuteOf(from) })}
      </p>
      {missing === "expiry" && <SpokenCountdown expiresAt={expiresAt} />}
    </>
  );
}

/** The same for those who hear the page: once a minute, as its text changes no oftener. */
function SpokenCountdown({ expiresAt }: { expiresAt: string }) {
  const t = useTranslations("orders.steps");
  const now = useNow(1_000);
  const left = now === null ? null : Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 60_000));
  const said = useAnnouncement(left === null ? "" : t("minutesLeft", { minutes: left }));
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}

/** What the proof waits for, and which users have confirmed it. */
export function ProofDetails({ proof }: { proof: NonNullable<TransactionView["proof"]> }) {
  const t = useTranslations("orders.proof");
  const attesting = useTranslations("orders.attesting");
  const quoted = useTranslations("timeline");
  const { missing, clocks, clockRanBack, words } = proof;
  const isForPeople = missing === "first_word" || missing === "second_word";
  return (
    <div className="border-t border-border px-4 py-3 text-xs text-muted-foreground">
      {/* Actions for users stand out; automatic steps are details. */}
      <p className={isForPeople ? "text-sm font-medium text-foreground" : undefined}>
        {t(`missing.${missing}`)} {clockRanBack && t("clockRanBack")}
      </p>
      {clocks.length > 0 && (
        <>
          <p className="mt-1">{t("clocks.title")}</p>
          <ul className="ml-4 list-disc">
            {clocks.map((clock) => (
              <li key={clock}>{t(`clocks.${clock}`)}</li>
            ))}
          </ul>
        </>
      )}
      {words.map(({ by, at, reason, isCounted }) => (
        <div key={by} className="mt-2 border-l-3 border-l-border-strong pl-3 text-sm">
          <p className="break-words text-foreground">{quoted("reason", { reason })}</p>
          <p>{attesting.rich("by", { by, at: () => <Timestamp at={at} style="full" /> })}</p>
          {!isCounted && <p className="text-foreground">{attesting("notCounted")}</p>}
        </div>
      ))}
    </div>
  );
}
