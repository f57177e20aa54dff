import { useTranslations } from "next-intl";
import { AccountType } from "@/components/orders/account-type";
import { Alert } from "@/components/ui/alert";
import { zenginOf } from "@/lib/japan/zengin";
import type { RecipientWarning } from "@/lib/payees/recipient-warnings";
import type { RecipientView } from "@/lib/transactions/schema";

type Recipient = Omit<RecipientView, "destinationAccountName" | "masked" | "revealable" | "warnings">;
type Props = { recipient: Recipient; playerId: string | null };

/** Where the money goes, beside the button that lets it go: bank, branch, account, player. */
export function RecipientLines({ recipient, playerId }: Props) {
  const t = useTranslations("withdrawals.review");
  const { destinationBranchCode: branchCode, destinationBranchName: branchName } = recipient;
  return (
    <p className="text-muted-foreground">
      <Place name={recipient.destinationName} code={recipient.destination} />
      {branchCode && (
        <>
          {" "}
          <Place name={branchName} code={branchCode} />
        </>
      )}
      <br />
      <AccountType code={recipient.destinationAccountType} />{" "}
      <span className="font-mono">{recipient.destinationAccount}</span>
      {recipient.passbook && (
        <>
          <br />
          {t("passbook", recipient.passbook)}
        </>
      )}
      {playerId && (
        <>
          <br />
          {t.rich("player", { id: () => <span className="font-mono">{playerId}</span> })}
        </>
      )}
    </p>
  );
}

function Place({ name, code }: { name: string | null; code: string }) {
  return (
    <>
      <span lang="ja">{name}</span> <span className="font-mono">({code})</span>
    </>
  );
}

/** The holder's name as banks exchange it, in half width. */
export function ZenginName({ holder }: { holder: string }) {
  const t = useTranslations("withdrawals.review");
  return (
    <p className="text-muted-foreground">
      {t.rich("zengin", {
        name: () => (
          <span className="font-mono" lang="ja">
            {zenginOf(holder)}
          </span>
        ),
      })}
    </p>
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
