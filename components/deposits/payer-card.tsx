import { useTranslations } from "next-intl";
import { Copyable } from "@/components/copyable";
import { Fact, Facts } from "@/components/facts";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { PayerView } from "@/lib/transactions/schema";

/** Who is to pay. */
export function PayerCard({ payer, playerId }: { payer: PayerView; playerId: string | null }) {
  const t = useTranslations("deposits.payer");
  const orders = useTranslations("orders");
  const { payerAccountName: name, payerAccount: account, payerBankCode: bank, masked } = payer;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        {masked && <p className="ml-auto text-xs text-ink-3">{orders("masked")}</p>}
      </CardHeader>
      <Facts>
        {playerId && (
          <Fact name={t("player")}>
            <Copyable text={playerId} what={t("player")} />
          </Fact>
        )}
        <Fact name={t("name")}>
          {name ? <span lang="ja">{name}</span> : <span className="text-ink-3">{t("notGiven")}</span>}
        </Fact>
        {bank && (
          <Fact name={t("bank")}>
            <span className="font-mono text-[12.5px]">{bank}</span>
          </Fact>
        )}
        {account && (
          <Fact name={t("account")}>
            {masked ? (
              <span className="font-mono text-[12.5px]">{account}</span>
            ) : (
              <Copyable text={account} what={t("account")} />
            )}
          </Fact>
        )}
      </Facts>
    </Card>
  );
}
