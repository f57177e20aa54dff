import { useTranslations } from "next-intl";
import { Copyable } from "@/components/copyable";
import { Fact, Facts } from "@/components/facts";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { RecipientView } from "@/lib/transactions/schema";
import { AccountType } from "./account-type";

/** Who gets the money. */
export function RecipientCard({ recipient, playerId }: { recipient: RecipientView; playerId: string | null }) {
  const t = useTranslations("orders");
  const { destinationBranchCode: branchCode, destinationBranchName: branchName, masked } = recipient;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("to")}</CardTitle>
        {masked && <p className="ml-auto text-xs text-ink-3">{t("masked")}</p>}
      </CardHeader>
      <Facts>
        <Fact name={t("bank")}>
          <Code>{recipient.destination}</Code> <span lang="ja">{recipient.destinationName}</span>
        </Fact>
        {branchCode && (
          <Fact name={t("branch")}>
            <Code>{branchCode}</Code> <span lang="ja">{branchName}</span>
          </Fact>
        )}
        <Fact name={t("account")}>
          <AccountType code={recipient.destinationAccountType} />{" "}
          {masked ? (
            <Code>{recipient.destinationAccount}</Code>
          ) : (
            <Copyable text={recipient.destinationAccount} what={t("account")} />
          )}
        </Fact>
        <Fact name={t("holder")}>
          <span lang="ja">{recipient.destinationAccountName}</span>
        </Fact>
        {playerId && (
          <Fact name={t("player")}>
            <Copyable text={playerId} what={t("player")} />
          </Fact>
        )}
      </Facts>
    </Card>
  );
}

function Code({ children }: { children: string }) {
  return <span className="font-mono text-[12.5px]">{children}</span>;
}
