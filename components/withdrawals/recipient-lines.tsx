import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Fact, Facts } from "@/components/display/facts";
import { RecipientFacts } from "@/components/orders/recipient-facts";
import { Alert } from "@/components/ui/alert";
import { zenginOf } from "@/lib/japan/zengin";
import type { RecipientWarning } from "@/lib/payees/recipient-warnings";

type Props = Pick<ComponentProps<typeof RecipientFacts>, "recipient"> & {
  /** As banks exchange the name, in half width; null outside Japan. */
  holder: string | null;
  playerId: string | null;
};

/** Where the money goes, beside the button that lets it go: bank, branch, account, player. */
export function RecipientLines({ recipient, holder, playerId }: Props) {
  const t = useTranslations("withdrawals.review");
  const orders = useTranslations("orders");
  return (
    <div className="rounded-lg border border-border">
      <Facts align="right">
        <RecipientFacts recipient={recipient} />
        {holder !== null && (
          <Fact name={t("bankFormat")}>
            <span className="font-mono" lang="ja">
              {zenginOf(holder)}
            </span>
          </Fact>
        )}
        {playerId && (
          <Fact name={orders("player")}>
            <span className="font-mono">{playerId}</span>
          </Fact>
        )}
      </Facts>
    </div>
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
