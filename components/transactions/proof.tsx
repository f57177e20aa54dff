"use client";

import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { useAnnouncement } from "@/components/feedback/use-announcement";
import type { ProofView } from "@/lib/transactions/schema";
import { useResendMinute } from "./locked-resend";
import { useDuration, useTimeLeft } from "./use-duration";

/** How far the proof is that a lost request was never created: how long it can still be accepted, and what is missing. */
export function Proof({ proof }: { proof: ProofView }) {
  const t = useTranslations("orders.proof");
  const steps = useTranslations("orders.steps");
  const duration = useDuration();
  const opens = useResendMinute(proof);
  const { expiresAt, missing } = proof;
  const left = useTimeLeft(expiresAt);
  const until = () => <Timestamp at={expiresAt} style="recent" />;
  function words() {
    if (missing !== "expiry") return t.rich("expired", { until });
    return left !== null && left > 0
      ? t.rich("acceptingFor", { left: duration(left), until })
      : t.rich("accepting", { until });
  }
  return (
    <>
      <p>
        {words()} {opens && steps("result", { at: opens })}
      </p>
      {missing === "expiry" && <SpokenCountdown expiresAt={expiresAt} />}
    </>
  );
}

/** The same for those who hear the page: once a minute, as its text changes no oftener. */
function SpokenCountdown({ expiresAt }: { expiresAt: string }) {
  const t = useTranslations("orders.steps");
  const left = useTimeLeft(expiresAt);
  const minutes = Math.max(0, Math.ceil((left ?? 0) / 60_000));
  const said = useAnnouncement(left === null ? "" : t("minutesLeft", { minutes }));
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}

/** What the proof waits for, and which users have confirmed it. */
export function ProofDetails({ proof }: { proof: ProofView }) {
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
