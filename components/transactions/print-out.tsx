"use client";

import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Button } from "@/components/ui/button";
import { useNow } from "@/components/use-now";
import type { TransactionView } from "@/lib/transactions/schema";

/** The page as it stands, masked as it is for the reader: the browser prints it or keeps it as a PDF. */
export function PrintButton() {
  const t = useTranslations("orders.print");
  return (
    <Button size="small" className="ml-auto print:hidden" onClick={() => window.print()}>
      <Printer aria-hidden /> {t("action")}
    </Button>
  );
}

/** Who printed it and when; on paper alone. */
export function PrintedBy({ name, order: { withdrawal, deposit } }: { name: string; order: TransactionView }) {
  const t = useTranslations("orders.print");
  const now = useNow(1_000);
  const digest = (withdrawal ?? deposit)?.digest;
  const isApproved = withdrawal?.approval?.given.some(({ decision }) => decision === "approved");
  return (
    <div className="mt-4 hidden border-t border-border pt-2 text-xs text-muted-foreground print:block">
      {digest && (
        <p className="break-all">
          {t(isApproved ? "digestApproved" : "digest")} {digest}
        </p>
      )}
      {now !== null && (
        <p>{t.rich("by", { name, at: () => <Timestamp at={new Date(now).toISOString()} style="full" /> })}</p>
      )}
    </div>
  );
}
