import Link from "next/link";
import { useTranslations } from "next-intl";
import { buttonVariants } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import type { TransactionView } from "@/lib/transactions/schema";
import { isCorrectable } from "@/lib/transactions/submission/submission";

/** The way back into the form, with what was requested in it. */
export function CorrectDeposit({ environment, order }: { environment: Environment; order: TransactionView }) {
  const t = useTranslations("deposits");
  const { referenceId, submission, conflict, replacedBy } = order;
  if (!isCorrectable(submission) || conflict || replacedBy !== null) return null;
  return (
    <Link
      href={`/${environment}/deposits/new?from=${encodeURIComponent(referenceId)}`}
      className={buttonVariants({ className: "mt-3" })}
    >
      {t("correct")}
    </Link>
  );
}
