"use client";

import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { useNow } from "@/components/use-now";
import type { TransactionView } from "@/lib/transactions/schema";
import { useDuration } from "./use-duration";

/** How far the proof is that a lost request was never created: how long it can still be accepted, and what is missing. */
export function Proof({ proof }: { proof: NonNullable<TransactionView["proof"]> }) {
  const t = useTranslations("orders.proof");
  const attesting = useTranslations("orders.attesting");
  const quoted = useTranslations("timeline");
  const { expiresAt, missing, clocks, clockRanBack, words } = proof;
  const isForPeople = missing === "first_word" || missing === "second_word";
  const until = () => <Timestamp at={expiresAt} style="recent" />;
  return (
    <div className="mt-1.5 grid gap-0.5 text-muted-foreground">
      <p>{missing === "expiry" ? <Countdown expiresAt={expiresAt} /> : t.rich("expired", { until })}</p>
      {/* Actions for users come first; automatic steps are details. */}
      <p className={isForPeople ? "font-medium text-foreground" : "text-xs text-subtle-foreground"}>
        {t(`missing.${missing}`)} {clockRanBack && t("clockRanBack")}
      </p>
      {clocks.length > 0 && (
        <div className="text-xs text-subtle-foreground">
          <p>{t("clocks.title")}</p>
          <ul className="ml-4 list-disc">
            {clocks.map((clock) => (
              <li key={clock}>{t(`clocks.${clock}`)}</li>
            ))}
          </ul>
        </div>
      )}
      {words.map(({ by, at, reason }) => (
        <div key={by} className="mt-2 border-l-3 border-l-border-strong pl-3 text-[13px]">
          <p className="break-words">{quoted("reason", { reason })}</p>
          <p className="text-subtle-foreground">
            {attesting.rich("by", { by, at: () => <Timestamp at={at} style="full" /> })}
          </p>
        </div>
      ))}
    </div>
  );
}

/** Counts by this machine's clock, to the latest time at which the request can be accepted. */
export function Countdown({ expiresAt }: { expiresAt: string }) {
  const t = useTranslations("orders.proof");
  const duration = useDuration();
  const now = useNow(1_000);
  const until = () => <Timestamp at={expiresAt} style="recent" />;
  const left = now === null ? null : Date.parse(expiresAt) - now;
  if (left === null || left <= 0) return t.rich("accepting", { until });
  return t.rich("acceptingFor", { left: duration(left), until });
}
