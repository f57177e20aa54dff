import { useTranslations } from "next-intl";
import { Copyable } from "@/components/display/copyable";
import { CopyFact, Fact, Facts } from "@/components/display/facts";
import { Reveal } from "@/components/pii/reveal";
import type { RevealOf } from "@/components/pii/use-reveal";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { PayerView } from "@/lib/transactions/schema";

type Props = { payer: PayerView; reveal: RevealOf<"payer">; playerId: string | null };

/** Who is to pay. */
export function PayerCard({ payer: seen, reveal, playerId }: Props) {
  const t = useTranslations("deposits.payer");
  const payer = { ...seen, ...reveal.shown, masked: seen.masked && reveal.shown === null };
  const { payerAccountName: name, payerAccount: account, payerBankCode: bank, masked } = payer;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        {seen.masked && <Reveal reveal={reveal} revealable={seen.revealable} what={t("title")} className="ml-auto" />}
      </CardHeader>
      <Facts align="right">
        <CopyFact name={t("player")} text={playerId} />
        <Fact name={t("name")}>
          {name ? <span lang="ja">{name}</span> : <span className="text-subtle-foreground">{t("notGiven")}</span>}
        </Fact>
        {bank && (
          <Fact name={t("bank")}>
            <span className="font-mono text-xs">{bank}</span>
          </Fact>
        )}
        {account && (
          <Fact name={t("account")}>
            {masked ? (
              <span className="font-mono text-xs">{account}</span>
            ) : (
              <Copyable text={account} what={t("account")} />
            )}
          </Fact>
        )}
      </Facts>
    </Card>
  );
}
