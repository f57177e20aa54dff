import { useTranslations } from "next-intl";
import { Fact, Facts } from "@/components/display/facts";
import { AccountType } from "@/components/orders/account-type";
import { PlayerLink } from "@/components/orders/player-link";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { zenginOf } from "@/lib/japan/zengin";
import type { PayeeVersionView } from "@/lib/payees/schema";
import { PayeeWarnings } from "./payee-warnings";

type TermsProps = { environment: Environment; title: string; terms: PayeeVersionView };

/** The account, and whose it is. */
export function PayeeTermsCard({ environment, title, terms: { recipient, playerId, kyc } }: TermsProps) {
  const t = useTranslations("payees");
  return (
    <TitledCard title={title}>
      <Facts>
        <Fact name={t("holder")}>
          <span lang="ja">{recipient.destinationAccountName}</span>
        </Fact>
        <Fact name={t("bank")}>
          <span className="font-mono text-sm">{recipient.destination}</span>{" "}
          <span lang="ja">{recipient.destinationName}</span>
        </Fact>
        {recipient.destinationBranchCode && (
          <Fact name={t("branch")}>
            <span className="font-mono text-sm">{recipient.destinationBranchCode}</span>{" "}
            <span lang="ja">{recipient.destinationBranchName}</span>
          </Fact>
        )}
        <Fact name={t("account")}>
          <AccountType code={recipient.destinationAccountType} />{" "}
          <span className="font-mono">{recipient.destinationAccount}</span>
        </Fact>
        {recipient.destinationBranchCode && !recipient.masked && (
          <Fact name={t("bankFormat")}>
            <span lang="ja" className="font-mono">
              {zenginOf(recipient.destinationAccountName)}
            </span>
          </Fact>
        )}
        {recipient.passbook && (
          <Fact name={t("passbook")}>
            <span className="font-mono">
              {recipient.passbook.symbol}-{recipient.passbook.number}
            </span>
          </Fact>
        )}
        {recipient.warnings.length > 0 && (
          <Fact name={t("warnings")}>
            <PayeeWarnings warnings={recipient.warnings} />
          </Fact>
        )}
        <Fact name={t("player")}>
          {playerId === null ? t("kyc.noPlayer") : <PlayerLink environment={environment} playerId={playerId} />}
        </Fact>
        {playerId !== null && (
          <Fact name={t("kyc.name")}>
            <span className={kyc.check === "differs" ? "font-semibold text-warning" : undefined}>
              {t(`kyc.${kyc.check}`, { name: kyc.name ?? "" })}
            </span>
          </Fact>
        )}
      </Facts>
    </TitledCard>
  );
}
