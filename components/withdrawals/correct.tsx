import Link from "next/link";
import { useTranslations } from "next-intl";
import { buttonVariants } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import type { TransactionView } from "@/lib/transactions/schema";
import { isCorrectablePayout, isRepeatable } from "@/lib/transactions/submission/correctable";
import { correctPath } from "./correct-path";

type Props = { environment: Environment; order: TransactionView };

/** The way back into the form, with what was requested in it. */
export function Correct({ environment, order }: Props) {
  const t = useTranslations("withdrawals.approval");
  const { referenceId, replacedBy, settlement } = order;
  const isOffered = isCorrectablePayout({ ...order, finding: settlement?.finding ?? null }) && replacedBy === null;
  if (!isOffered) return null;
  return (
    <Link href={correctPath(environment, referenceId)} className={buttonVariants({ className: "mt-3" })}>
      {t("correct")}
    </Link>
  );
}

/** The same recipient and amount in a new form. The paid order stays as it is. */
export function PayAgain({ environment, order }: Props) {
  const t = useTranslations("withdrawals.approval");
  if (!isRepeatable(order)) return null;
  return (
    <Link
      href={`/${environment}/withdrawals/new?again=${encodeURIComponent(order.referenceId)}`}
      className={buttonVariants({ className: "mt-3" })}
    >
      {t("payAgain")}
    </Link>
  );
}
