import { useTranslations } from "next-intl";
import { Fact, Facts } from "@/components/display/facts";
import { AccountType } from "@/components/orders/account-type";
import { Alert } from "@/components/ui/alert";
import { zenginOf } from "@/lib/japan/zengin";
import type { RecipientWarning } from "@/lib/payees/recipient-warnings";
import type { RecipientView } from "@/lib/transactions/schema";

type Recipient = Omit<RecipientView, "destinationAccountName" | "masked" | "revealable" | "warnings">;
type Props = {
  recipient: Recipient;
  /** As banks exchange the name, in half width; null outside Japan. */
  holder: string | null;
  playerId: string | null;
};

/** Where the money goes, beside the button that lets it go: bank, branch, account, player. */
export function RecipientLines({ recipient, holder, playerId }: Props) {
  const t = useTranslations("withdrawals.review");
  const { destinationBranchCode: branchCode, destinationBranchName: branchName } = recipient;
  return (
    <div className="rounded-lg border border-border">
      <Facts>
        <Fact name={t("bank")} align="right">
          <Place name={recipient.destinationName} code={recipient.destination} />
        </Fact>
        {branchCode && (
          <Fact name={t("branch")} align="right">
            <Place name={branchName} code={branchCode} />
          </Fact>
        )}
        <Fact name={t("account")} align="right">
          <AccountType code={recipient.destinationAccountType} />{" "}
          <span className="font-mono">{recipient.destinationAccount}</span>
        </Fact>
        {recipient.passbook && (
          <Fact name={t("passbook")} align="right">
            <span className="font-mono">{`${recipient.passbook.symbol}–${recipient.passbook.number}`}</span>
          </Fact>
        )}
        {holder !== null && (
          <Fact name={t("bankFormat")} align="right">
            <span className="font-mono" lang="ja">
              {zenginOf(holder)}
            </span>
          </Fact>
        )}
        {playerId && (
          <Fact name={t("player")} align="right">
            <span className="font-mono">{playerId}</span>
          </Fact>
        )}
      </Facts>
    </div>
  );
}

function Place({ name, code }: { name: string | null; code: string }) {
  return (
    <>
      <span className="font-mono text-xs text-subtle-foreground">{code}</span> <span lang="ja">{name}</span>
    </>
  );
}

/** What the form warned of and the requester accepted: the same on the review, the approval and the record. */
export function RecipientWarnings({ warnings }: { warnings: readonly RecipientWarning[] }) {
  const t = useTranslations("withdrawals.warnings");
  return warnings.map((warning) => (
    <Alert key={warning} tone="watch">
      {t(warning)}
    </Alert>
  ));
}
