"use client";

import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { AccountType } from "@/components/orders/account-type";
import { CardBody, TitledCard } from "@/components/ui/card";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { listText } from "@/lib/i18n/list-text";
import { decidePayeeImportAction, takeBackPayeeImportAction } from "@/lib/payees/actions";
import type { PayeeImportView } from "@/lib/payees/file-import/schema";
import { DecideProposals } from "../decide-proposals";
import { KeptReason } from "../kept-reason";
import { AccountChecks } from "../payee-evidence";
import { PayeeWarnings } from "../payee-warnings";
import { TakeBack } from "../take-back";

type Props = { environment: Environment; file: PayeeImportView; mayApprove: boolean; mayTakeBack: boolean };

/** Every proposal of a file, and the one decision about those that wait. */
export function PayeeImport({ environment, file, mayApprove, mayTakeBack }: Props) {
  const t = useTranslations("payees");
  const locale = useLocale();
  const { importId, readerId, name, by, at, rows, open, isOwn } = file;
  return (
    <TitledCard
      title={<span className="break-all">{name}</span>}
      aside={
        <span className="ml-auto text-xs text-subtle-foreground">
          {t.rich("proposedBy", { by, at: () => <Timestamp at={at} style="full" /> })}
        </span>
      }
    >
      <div className="max-h-120 overflow-auto">
        <HeadedTable caption={t("import.lines")} heads={[t("holder"), t("account"), t("import.outcome"), t("status")]}>
          {rows.map(({ payeeId, recipient, changed, decision, kyc, checks }) => (
            <TableRow key={payeeId}>
              <TableCell>
                <Link
                  prefetch={false}
                  lang="ja"
                  href={`/${environment}/payees/${payeeId}`}
                  className="font-semibold hover:underline"
                >
                  {recipient.destinationAccountName}
                </Link>
                {kyc.check === "differs" && (
                  <span className="block text-xs text-warning">{t("kyc.differs", { name: kyc.name ?? "" })}</span>
                )}
              </TableCell>
              <TableCell className="text-sm">
                <span lang="ja">
                  {[
                    ...[recipient.destination, recipient.destinationName],
                    ...[recipient.destinationBranchCode, recipient.destinationBranchName],
                  ]
                    .filter(Boolean)
                    .join(" ")}
                </span>{" "}
                <AccountType code={recipient.destinationAccountType} />{" "}
                <span className="font-mono">{recipient.destinationAccount}</span>
                <PayeeWarnings warnings={recipient.warnings} />
                {checks.length > 0 && (
                  <ul aria-label={t("check.title")}>
                    <AccountChecks checks={checks} className="px-0 py-1" />
                  </ul>
                )}
              </TableCell>
              <TableCell>
                {changed === null
                  ? t("import.outcomes.add")
                  : t("changed", {
                      parts: listText(
                        changed.map((part) => t(`parts.${part}`)),
                        locale,
                      ),
                    })}
              </TableCell>
              <TableCell>{t(`import.decisions.${decision ?? "open"}`)}</TableCell>
            </TableRow>
          ))}
        </HeadedTable>
      </div>
      <CardBody className="grid gap-3 border-t border-border">
        {mayTakeBack && open > 0 && (
          <TakeBack
            environment={environment}
            label={t("import.takeBack", { count: open })}
            send={() => takeBackPayeeImportAction(environment, { importId })}
          />
        )}
        {open === 0 ? (
          <>
            <p className="text-sm text-muted-foreground">{t("import.decided")}</p>
            <KeptReason readerId={readerId} item={importId} />
          </>
        ) : mayApprove ? (
          <DecideProposals
            key={readerId}
            {...{ environment, readerId, isOwn }}
            item={importId}
            words={{
              lead: t(isOwn ? "own" : "import.decideLead", { count: open }),
              approve: t("import.approve", { count: open }),
              reject: t("import.reject", { count: open }),
            }}
            send={(decision) => decidePayeeImportAction(environment, { importId, ...decision })}
          />
        ) : (
          <p className="text-sm text-muted-foreground">{t(isOwn ? "own" : "mayNotDecide")}</p>
        )}
      </CardBody>
    </TitledCard>
  );
}
