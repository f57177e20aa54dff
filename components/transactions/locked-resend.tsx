"use client";

import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useNow } from "@/components/use-now";
import { formatTokyo } from "@/lib/time";
import type { ProofView, TransactionView } from "@/lib/transactions/schema";
import { resendFrom } from "./resend-time";

/** While the first request may still be accepted: visible, and saying from when it opens or what it waits for. */
export function LockedResend({ order: { type, proof } }: { order: TransactionView }) {
  const t = useTranslations("orders.locked");
  const opens = useResendMinute(proof);
  const needsUsers = proof?.missing === "first_word" || proof?.missing === "second_word";
  return (
    <>
      <Button variant="locked" title={t("why", { type })} aria-describedby="resend-locked">
        <Lock aria-hidden />
        {opens ? t("opens", { type, at: opens }) : t(needsUsers ? "users" : "checks", { type })}
      </Button>
      <span id="resend-locked" className="sr-only">
        {t("why", { type })}
      </span>
    </>
  );
}

/** From when on it can be sent again; null where that is over, or where no time decides it. */
export function useResendMinute(proof: ProofView | null): string | null {
  const now = useNow(1_000);
  const from = proof && resendFrom(proof);
  const isAhead = from !== null && (now === null || from.getTime() > now);
  return isAhead ? minuteOf(from) : null;
}

/** `14:09`, in Tokyo. */
export const minuteOf = (at: Date) => formatTokyo(at, "time").slice(0, 5);
