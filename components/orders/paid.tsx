import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import type { TransactionRow } from "@/lib/transactions/schema";

/** When an order was paid; marked where the service named no time, so that this is when it was learned here. */
export function Paid({ at, source }: NonNullable<TransactionRow["paid"]>) {
  const t = useTranslations("orders");
  return (
    <>
      <Timestamp at={at} style="minute" />
      {source === "learned" && <span className="ml-1.5">({t("learnedHere")})</span>}
    </>
  );
}
