import { useTranslations } from "next-intl";
import { Day } from "@/components/display/day";
import { Money } from "@/components/display/money";
import type { ApprovalItem } from "@/lib/approval-queue/schema";

/** Whom, which file, order or day an item is about, before who asked for it. */
export function ItemAbout({ item }: { item: ApprovalItem }) {
  const t = useTranslations("approvals");
  switch (item.kind) {
    case "withdrawal":
    case "payee":
    case "payee_import":
      return <span lang="ja">{item.to} · </span>;
    case "batch":
      return (
        <>
          {item.name} · {t("batchRows", { count: item.rows })} ·{" "}
        </>
      );
    case "exception":
      return item.exception && <span className="font-mono">{item.exception.reference} · </span>;
    default:
      return item.day === undefined ? null : (
        <>
          <Day day={item.day} /> ·{" "}
        </>
      );
  }
}

/** How much it pays: of each currency, where it is a batch. Of an exception, by how much its sides differ. */
export function ItemAmount({ item }: { item: ApprovalItem }) {
  switch (item.kind) {
    case "withdrawal":
      return <Money amount={item.amount} currency={item.currency} />;
    case "batch":
      return item.sums.map(({ amount, currency }) => (
        <Money key={currency} amount={amount} currency={currency} className="block" />
      ));
    case "exception":
      return item.exception && <Money amount={item.exception.difference} currency={item.exception.currency} />;
    default:
      return null;
  }
}
