"use client";

import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useNow } from "@/components/use-now";
import { formatTokyo } from "@/lib/time";
import type { TransactionView } from "@/lib/transactions/schema";
import { resendFrom } from "./resend-time";

/** While the first request may still be accepted: visible, and saying from when it opens or what it waits for. */
export function LockedResend({ order: { type, proof } }: { order: TransactionView }) {
  const t = useTranslations("orders.locked");
  const now = useNow(1_000);
  const from = proof && resendFrom(proof);
  const isAhead = from !== null && (now === null || from.getTime() > now);
  const needsUsers = proof?.missing === "first_word" || proof?.missing === "second_word";
  return (
    <>
      <Button variant="locked" title={t("why", { type })} aria-describedby="resend-locked">
        <Lock aria-hidden />
        {isAhead ? t("opens", { type, at: minuteOf(from) }) : t(needsUsers ? "users" : "checks", { type })}
      </Button>
      <span id="resend-locked" className="sr-only">
        {t("why", { type })}
      </span>
    </>
  );
}

/** `14:09`, in Tokyo. */
export const minuteOf = (at: Date) => formatTokyo(at, "time").slice(0, 5);
