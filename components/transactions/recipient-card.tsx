import Link from "next/link";
import { useTranslations } from "next-intl";
import { CopyFact, Fact, Facts } from "@/components/display/facts";
import { RecipientFacts } from "@/components/orders/recipient-facts";
import { Reveal } from "@/components/pii/reveal";
import { useReveal } from "@/components/pii/use-reveal";
import { TitledCard } from "@/components/ui/card";
import { AttachmentLinks } from "@/components/withdrawals/purpose";
import { RecipientWarnings } from "@/components/withdrawals/recipient-lines";
import type { Environment } from "@/lib/environment";
import type { TransactionView } from "@/lib/transactions/schema";

type Props = {
  environment: Environment;
  order: TransactionView;
  withdrawal: NonNullable<TransactionView["withdrawal"]>;
};

/** Who gets the money. */
export function RecipientCard({ environment, order: { referenceId, playerId }, withdrawal }: Props) {
  const { recipient: seen, purpose, attachments, payee } = withdrawal;
  const t = useTranslations("orders");
  const reveal = useReveal(environment, { of: "recipient", referenceId });
  const recipient = { ...seen, ...reveal.shown, masked: seen.masked && reveal.shown === null };
  return (
    <TitledCard
      title={t("to")}
      aside={seen.masked && <Reveal reveal={reveal} revealable={seen.revealable} what={t("to")} className="ml-auto" />}
    >
      <Facts align="right">
        <RecipientFacts recipient={recipient} canCopy={!recipient.masked} />
        <Fact name={t("holder")}>
          <span lang="ja">{recipient.destinationAccountName}</span>
        </Fact>
        <CopyFact name={t("player")} text={playerId} />
        {payee && (
          <Fact name={t("payee")}>
            <Link href={`/${environment}/payees/${payee.payeeId}`} className="text-primary hover:underline">
              {payee.version === null
                ? t("payeeTyped")
                : t("payeeVersion", { version: payee.version, isCurrent: String(payee.isCurrent) })}
            </Link>
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
    </TitledCard>
  );
}
