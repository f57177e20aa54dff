import { useTranslations } from "next-intl";
import { AccountType } from "@/components/orders/account-type";
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
