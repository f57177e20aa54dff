import { useTranslations } from "next-intl";
import { Copyable } from "@/components/display/copyable";
import { Fact } from "@/components/display/facts";
import type { RecipientView } from "@/lib/transactions/schema";
import { AccountType } from "./account-type";

type Props = {
  recipient: Omit<RecipientView, "destinationAccountName" | "masked" | "revealable" | "warnings">;
  canCopy?: boolean;
};

/** The account that is paid: bank, branch, type, number and passbook. */
export function RecipientFacts({ recipient, canCopy = false }: Props) {
  const t = useTranslations("orders");
  const { destinationBranchCode: branchCode, destinationAccount: account, passbook } = recipient;
  return (
    <>
      <Fact name={t("bank")}>
        <Place name={recipient.destinationName} code={recipient.destination} />
      </Fact>
      {branchCode && (
        <Fact name={t("branch")}>
          <Place name={recipient.destinationBranchName} code={branchCode} />
        </Fact>
      )}
      <Fact name={t("account")}>
        <AccountType code={recipient.destinationAccountType} />{" "}
        {canCopy ? (
          <Copyable text={account} what={t("account")}>
            <Account>{account}</Account>
          </Copyable>
        ) : (
          <Account>{account}</Account>
        )}
      </Fact>
      {passbook && (
        <Fact name={t("passbook")}>
          <Account>{`${passbook.symbol}–${passbook.number}`}</Account>
        </Fact>
      )}
    </>
  );
}

const Account = ({ children }: { children: string }) => <span className="font-mono wrap-anywhere">{children}</span>;

function Place({ name, code }: { name: string | null; code: string }) {
  return (
    <>
      <span className="font-mono text-xs text-subtle-foreground">{code}</span> <span lang="ja">{name}</span>
    </>
  );
}
