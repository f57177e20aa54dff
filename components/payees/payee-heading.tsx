import { Lock, Pencil } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { buttonVariants } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { PayeeView } from "@/lib/payees/schema";
import type { PayeeRights } from "./payee-body";

type Props = { environment: Environment; payee: PayeeView; rights: PayeeRights };

/** Since when it is in the book, for whom, and what was paid to it. */
export function PayeeSummary({ payee: { createdAt, currency, paid, versions, version } }: Pick<Props, "payee">) {
  const t = useTranslations("payees");
  const shown = versions.find((one) => one.version === version) ?? versions[0];
  return (
    <>
      {t.rich("since", { at: () => <Timestamp at={createdAt} style="compact" /> })}
      {shown?.label && ` · ${shown.label}`}
      {shown?.playerId && (
        <>
          {" · "}
          {t.rich("ofPlayer", { id: () => <span className="font-mono">{shown.playerId}</span> })}
        </>
      )}
      {" · "}
      {t("paidSum", { count: paid.count, amount: formatAmount(paid.total, currency) })}
    </>
  );
}

/** Changing and paying it. What waits or is blocked cannot be paid, and the button says so. */
export function PayeeActions({ environment, payee: { payeeId, status, waiting }, rights }: Props) {
  const t = useTranslations("payees");
  return (
    <>
      {rights.mayEdit && waiting === null && (
        <Link href={`/${environment}/payees/${payeeId}/edit`} className={buttonVariants()}>
          <Pencil aria-hidden />
          {t("edit")}
        </Link>
      )}
      {rights.mayPay &&
        (status === "active" ? (
          <Link href={`/${environment}/withdrawals/new?payee=${payeeId}`} className={buttonVariants()}>
            {t("pay")}
          </Link>
        ) : (
          <span className="inline-flex min-h-8 items-center gap-1.5 rounded-lg border border-dashed border-border-strong px-3 text-md text-subtle-foreground">
            <Lock aria-hidden className="size-4" />
            {t("payLocked", { status })}
          </span>
        ))}
    </>
  );
}
