import { Lock } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FORM_GRID, FormCell } from "@/components/forms/form-group";
import { Button, buttonVariants } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import type { FormState } from "@/lib/withdrawals/form-state";
import { readPayeeText } from "@/lib/withdrawals/payee-text";

type Props = {
  environment: Environment;
  typed: FormState;
  /** The payout that it was taken from; null where it was typed. */
  from: string | null;
  onChange: () => void;
};

/** The account that stands in the form, to be read. That of a payee is changed in the payee book. */
export function LockedRecipient({ environment, typed, from, onChange }: Props) {
  const t = useTranslations("withdrawals.recipients");
  const orders = useTranslations("orders");
  const isJapanese = typed.currency === "JPY";
  const { destinationAccountType: type } = typed;
  const payee = readPayeeText(typed.payee);
  return (
    <div className="grid gap-2">
      <dl className={FORM_GRID}>
        <Locked name={t("bank")} span={isJapanese ? "half" : "whole"}>
          <span className="font-mono text-sm text-muted-foreground">{typed.destination}</span> {typed.destinationName}
        </Locked>
        {isJapanese && (
          <Locked name={t("branch")}>
            <span className="font-mono text-sm text-muted-foreground">{typed.destinationBranchCode}</span>{" "}
            {typed.destinationBranchName}
          </Locked>
        )}
        <Locked name={t("account")}>
          {isJapanese && (type === "1" || type === "2") && `${orders("accountType", { code: type })} `}
          <span className="font-mono">{typed.destinationAccount}</span>
        </Locked>
        <Locked name={t("holder")}>{typed.destinationAccountName}</Locked>
      </dl>
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-xs text-muted-foreground">
        {payee ? (
          <>
            {t("lockedPayee")}
            <Link href={`/${environment}/payees/${payee.payeeId}`} className={buttonVariants({ size: "small" })}>
              {t("editPayee")}
            </Link>
          </>
        ) : (
          <>
            {from === null ? t("lockedTyped") : t("lockedFrom", { referenceId: from })}
            <Button size="small" onClick={onChange}>
              {t("change")}
            </Button>
          </>
        )}
      </p>
    </div>
  );
}

function Locked({ name, span, children }: { name: string; span?: "half" | "whole"; children: ReactNode }) {
  return (
    <FormCell {...(span && { span })}>
      <dt className="mb-1.25 text-sm font-medium">{name}</dt>
      <dd className="flex min-h-9.5 items-center gap-2 rounded-lg border border-border bg-muted px-2.5 py-1.5">
        <span className="min-w-0 flex-1 break-words" lang="ja">
          {children}
        </span>
        <Lock aria-hidden className="size-4 shrink-0 text-subtle-foreground" />
      </dd>
    </FormCell>
  );
}
