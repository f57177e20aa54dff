import Link from "next/link";
import { useTranslations } from "next-intl";
import { Copyable } from "@/components/display/copyable";
import type { Environment } from "@/lib/environment";
import type { TransactionView } from "@/lib/transactions/schema";
import { mayExist } from "@/lib/transactions/submission/submission";
import { CheckStatusButton } from "./check-status-button";

type Props = { environment: Environment; order: TransactionView; mayAsk: boolean };

export function OrderHeader({ environment, order, mayAsk }: Props) {
  const t = useTranslations();
  const { referenceId, submission } = order;
  return (
    <div className="mb-4.5 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Link href={`/${environment}/transactions`} className="text-muted-foreground hover:underline">
        {t("sections.transactions")}
      </Link>
      <span aria-hidden className="text-subtle-foreground">
        /
      </span>
      <Copyable text={referenceId} what={t("orders.referenceId")}>
        <h1 className="font-mono text-base break-all">{referenceId}</h1>
      </Copyable>
      {mayAsk && mayExist(submission) && <CheckStatusButton environment={environment} referenceId={referenceId} />}
    </div>
  );
}
