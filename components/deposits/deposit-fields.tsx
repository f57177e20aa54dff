import { useTranslations } from "next-intl";
import { type ComponentProps, memo } from "react";
import { LazyListedBankField } from "@/components/banks/lazy-listed-bank-field";
import { AmountField } from "@/components/forms/amount-field";
import { ChoiceField } from "@/components/forms/choice-field";
import { TextField, type TextProps } from "@/components/forms/form-field";
import { FormCell, FormGrid, FormGroup } from "@/components/forms/form-group";
import { KanaFormField } from "@/components/forms/kana-form-field";
import { PlayerIdHint } from "@/components/forms/player-id-hint";
import type { FieldProblems } from "@/components/orders/found-problems";
import type { DepositForm as Form } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";
import { KnownPlayer } from "./known-player";

type Typed = Omit<Form, "formId">;

export type Typing = { name: keyof Typed; value: string };

type Props = {
  environment: Environment;
  currencies: readonly string[];
  typed: Typed;
  /** As it was when a field was last left. */
  left: Typed;
  problems: FieldProblems;
  onType: (typing: Typing) => void;
};

type TextTyping = { name: keyof Typed; onType: Props["onType"] };
type PayerProps = Omit<ComponentProps<typeof KanaFormField>, "name" | "of" | "onChange"> & TextTyping;

// Memoised, so that typing in another field does not re-render them.
const Text = memo(function Text({ name, onType, ...field }: Omit<TextProps, "name" | "onChange"> & TextTyping) {
  return <TextField name={name} {...field} onChange={(value) => onType({ name, value })} />;
});
const Payer = memo(function Payer({ name, onType, ...field }: PayerProps) {
  return <KanaFormField {...field} {...{ name, of: "account" }} onChange={(value) => onType({ name, value })} />;
});

/** Whose account, how much, and then what is known of the payer, which is worth giving and never needed. */
export const DepositFields = memo(function DepositFields(props: Props) {
  const { environment, currencies, typed, left, problems, onType } = props;
  const t = useTranslations("deposits.form");
  const text = (name: keyof Typed) => ({ name, value: typed[name], problem: problems[name], onType });
  return (
    <>
      <FormGroup number={1} title={t("playerGroup")}>
        <FormGrid>
          <FormCell span="wide">
            <Text
              {...text("playerId")}
              label={t("player")}
              hint={
                <PlayerIdHint
                  typed={typed.playerId}
                  hint={t("playerHint")}
                  onTake={(value) => onType({ name: "playerId", value })}
                />
              }
              kind="code"
            />
          </FormCell>
        </FormGrid>
        <KnownPlayer environment={environment} left={left} />
      </FormGroup>
      <FormGroup number={2} title={t("payment")}>
        <FormGrid>
          <FormCell span="wide">
            <AmountField
              {...{ name: "amount", currency: typed.currency, value: typed.amount, problem: problems.amount }}
              label={t("amount")}
              hint={t("amountHint")}
              onChange={(value) => onType({ name: "amount", value })}
            />
          </FormCell>
          <FormCell span="narrow">
            <ChoiceField
              name="currency"
              label={t("currency")}
              problem={problems.currency}
              options={currencies}
              value={typed.currency}
              onChange={(value) => onType({ name: "currency", value })}
            />
          </FormCell>
          <FormCell span="wide">
            {typed.currency === "JPY" ? (
              <Payer {...text("payerAccountName")} isAdvice label={t("payerKana")} hint={t("payerHint")} />
            ) : (
              <Text {...text("payerAccountName")} label={t("payer")} isOptional hint={t("payerHintOther")} />
            )}
          </FormCell>
          <FormCell span="narrow">
            <Text {...text("payerAccount")} label={t("payerAccount")} isOptional kind="code" />
          </FormCell>
          {typed.currency === "THB" && (
            <FormCell span="wide">
              <LazyListedBankField
                of="deposits.banks"
                {...{ environment, currency: typed.currency }}
                {...{ name: "payerBankCode", value: typed.payerBankCode, problem: problems.payerBankCode }}
                label={t("payerBank")}
                hint={t("payerBankHint")}
                isOptional
                onType={(value) => onType({ name: "payerBankCode", value })}
                onPick={({ code }) => onType({ name: "payerBankCode", value: code })}
              />
            </FormCell>
          )}
        </FormGrid>
      </FormGroup>
    </>
  );
});
