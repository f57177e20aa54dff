import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Money } from "@/components/display/money";
import type { ApprovalItem } from "@/lib/approval-queue/schema";
import { useProposalWords } from "./use-proposal-words";

/** Whom, which file, order or change an item is about, and who asked for it. */
export function ItemAbout({ item }: { item: ApprovalItem }) {
  const t = useTranslations("approvals");
  const about = useItemAbout(item);
  return (
    <>
      {about && <>{about} · </>}
      {t("by", { by: item.by })}
    </>
  );
}

function useItemAbout(item: ApprovalItem): ReactNode {
  const t = useTranslations("approvals");
  const words = useProposalWords();
  switch (item.kind) {
    case "withdrawal":
    case "payee":
    case "payee_import":
      return <span lang="ja">{item.to}</span>;
    case "batch":
      return `${item.name} · ${t("batchRows", { count: item.rows })}`;
    default:
      return words(item);
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
