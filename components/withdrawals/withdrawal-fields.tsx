import { useTranslations } from "next-intl";
import { type ComponentProps, memo } from "react";
import { AmountField } from "@/components/forms/amount-field";
import { FormCell, FormGrid, FormGroup } from "@/components/forms/form-group";
import { PlayerIdHint } from "@/components/forms/player-id-hint";
import type { FieldProblems } from "@/components/orders/found-problems";
import type { Environment } from "@/lib/environment";
import type { FormEvent, FormField as FormFieldName, FormState } from "@/lib/withdrawals/form-state";
import { AccountFields, Text, type Typing, typedInto } from "./account-fields";
import { AttachmentsField } from "./attachments-field";
import { AvailableBalance } from "./available-balance";
import { type RecipientChoice, RecipientGroup } from "./recipient-group";
import { isOfRecipient, type RecipientWay } from "./recipient-way";

// Memoised, so that typing in another field does not re-render them.
const Amount = memo(function Amount({ name, onEvent, ...field }: AmountProps) {
  return <AmountField name={name} {...field} onChange={(value) => onEvent(typedInto(name, value))} />;
});

const Attachments = memo(AttachmentsField);

type AmountProps = Omit<ComponentProps<typeof AmountField>, "name" | "onChange"> & Typing;

type Props = {
  environment: Environment;
  typed: FormState;
  problems: FieldProblems;
  usual: RecipientWay;
  choice: RecipientChoice;
  onChoose: (choice: RecipientChoice) => void;
  onEvent: (event: FormEvent) => void;
  onUploading: (isUploading: boolean) => void;
};

/** In the order of a Japanese transfer screen: bank, branch, account type, number, holder; then the payment. */
export const WithdrawalFields = memo(function WithdrawalFields(props: Props) {
  const { environment, typed, problems, usual, choice, onChoose, onEvent, onUploading } = props;
  const t = useTranslations("withdrawals.form");
  const text = (name: FormFieldName) => ({ name, value: typed[name], problem: problems[name], onEvent });
  return (
    <>
      <RecipientGroup
        {...{ environment, typed, usual, choice, onChoose, onEvent }}
        isRefused={Object.keys(problems).some(isOfRecipient)}
      >
        <AccountFields {...{ environment, typed, problems, onEvent }} />
      </RecipientGroup>
      <FormGroup number={2} title={t("payment")}>
        <FormGrid>
          <FormCell span="wide">
            <Amount
              {...text("amount")}
              currency={typed.currency}
              label={t("amount")}
              hint={<AvailableBalance environment={environment} currency={typed.currency} typed={typed.amount} />}
            />
          </FormCell>
          <FormCell span="narrow">
            <Text
              {...text("playerId")}
              label={t("player")}
              hint={
                <PlayerIdHint
                  typed={typed.playerId}
                  hint={t("playerHint")}
                  onTake={(id) => onEvent(typedInto("playerId", id))}
                />
              }
              kind="code"
            />
          </FormCell>
          <FormCell span="wide">
            <Text {...text("purpose")} label={t("purpose")} isOptional hint={t("purposeHint")} />
          </FormCell>
          <FormCell span="narrow">
            <Attachments
              environment={environment}
              value={typed.attachments}
              problem={problems.attachments}
              onEvent={onEvent}
              onUploading={onUploading}
            />
          </FormCell>
        </FormGrid>
      </FormGroup>
    </>
  );
});
