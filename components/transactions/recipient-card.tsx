import { useTranslations } from "next-intl";
import { Copyable } from "@/components/display/copyable";
import { Fact, Facts } from "@/components/display/facts";
import { AccountType } from "@/components/orders/account-type";
import { Reveal } from "@/components/pii/reveal";
import { useReveal } from "@/components/pii/use-reveal";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { AttachmentLinks } from "@/components/withdrawals/purpose";
import { RecipientWarnings } from "@/components/withdrawals/recipient-warnings";
import type { AttachmentView } from "@/lib/attachments/schema";
import type { Environment } from "@/lib/environment";
import type { RecipientView } from "@/lib/transactions/schema";

type Props = {
  environment: Environment;
  referenceId: string;
  recipient: RecipientView;
  purpose: string;
  attachments: AttachmentView[] | null;
  playerId: string | null;
};

/** Who gets the money. */
export function RecipientCard({ environment, referenceId, recipient: seen, playerId, ...said }: Props) {
  const { purpose, attachments } = said;
  const t = useTranslations("orders");
  const reveal = useReveal(environment, { of: "recipient", referenceId });
  const recipient = { ...seen, ...reveal.shown, masked: seen.masked && reveal.shown === null };
  const { destinationBranchCode: branchCode, destinationBranchName: branchName, masked } = recipient;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("to")}</CardTitle>
        {seen.masked && <Reveal reveal={reveal} revealable={seen.revealable} what={t("to")} className="ml-auto" />}
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
        {recipient.passbook && (
          <Fact name={t("passbook")}>
            <Code>{`${recipient.passbook.symbol}–${recipient.passbook.number}`}</Code>
          </Fact>
        )}
        <Fact name={t("holder")}>
          <span lang="ja">{recipient.destinationAccountName}</span>
        </Fact>
        {playerId && (
          <Fact name={t("player")}>
            <Copyable text={playerId} what={t("player")} />
          </Fact>
        )}
        {purpose !== "" && <Fact name={t("purpose")}>{purpose}</Fact>}
        {attachments !== null && attachments.length > 0 && (
          <Fact name={t("attachments")}>
            <span className="grid min-w-0">
              <AttachmentLinks environment={environment} attachments={attachments} />
            </span>
          </Fact>
        )}
      </Facts>
      {recipient.warnings.length > 0 && (
        <div className="grid gap-2 px-4 pb-3.5">
          <RecipientWarnings warnings={recipient.warnings} />
        </div>
      )}
    </Card>
  );
}

function Code({ children }: { children: string }) {
  return <span className="font-mono text-[12.5px]">{children}</span>;
}
