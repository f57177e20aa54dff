import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import type { TransactionView } from "@/lib/transactions/schema";

type Props = { settlement: NonNullable<TransactionView["settlement"]> };

/** What a person found, in their own words: it stands beside what the service says and never in its place. */
export function DiscrepancyResolution({ settlement: { by, at, finding, reason } }: Props) {
  const t = useTranslations("orders.settling");
  const quoted = useTranslations("timeline");
  return (
    <div className="mt-3 border-l-3 border-l-border-strong pl-3 text-[13px]">
      <p className="font-semibold">{t(`findings.${finding}`)}</p>
      <p className="break-words">{quoted("reason", { reason })}</p>
      <p className="text-subtle-foreground">{t.rich("by", { by, at: () => <Timestamp at={at} style="full" /> })}</p>
    </div>
  );
}
