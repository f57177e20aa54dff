import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ComponentProps, memo, useMemo } from "react";
import { AmountField } from "@/components/forms/amount-field";
import { FormField, TextField, type TextProps } from "@/components/forms/form-field";
import { FormCell, FormGrid, FormGroup, LabelNote } from "@/components/forms/form-group";
import { KanaFormField } from "@/components/forms/kana-form-field";
import type { FieldProblems } from "@/components/orders/order-form";
import { NativeSelect } from "@/components/ui/native-select";
import type { Environment } from "@/lib/environment";
import type { FormEvent, FormField as FormFieldName, FormState } from "@/lib/withdrawals/form-state";
import { AccountNumberField } from "./account-number-field";
import { AttachmentsField } from "./attachments-field";
import { AvailableBalance } from "./available-balance";
import { type BankTyped, JapaneseBankFields } from "./japanese-bank-fields";
import { type RecipientChoice, RecipientGroup } from "./recipient-group";

// The first currency is the yen, whose banks are those of the directory. Until it is there, its place is kept.
const ListedBankField = dynamic(async () => (await import("./listed-bank-field")).ListedBankField, {
  loading: () => <div className="min-h-24" />,
});

// Memoised, so that typing in another field does not re-render them.
const Banks = memo(JapaneseBankFields);
const Holder = memo(HolderField);
const Account = memo(function Account({ onEvent, ...field }: AccountProps) {
  return <AccountNumberField {...field} onChange={(value) => onEvent(typedInto("destinationAccount", value))} />;
});
const Text = memo(function Text({ name, onEvent, ...field }: Omit<TextProps, "name" | "onChange"> & Typing) {
  return <TextField name={name} {...field} onChange={(value) => onEvent(typedInto(name, value))} />;
});
const Amount = memo(function Amount({ name, onEvent, ...field }: AmountProps) {
  return <AmountField name={name} {...field} onChange={(value) => onEvent(typedInto(name, value))} />;
});

const Attachments = memo(AttachmentsField);

const typedInto = (name: FormFieldName, value: string): FormEvent => ({ kind: "typed", name, value });

type Typing = { name: FormFieldName } & Pick<Props, "onEvent">;
type AccountProps = Omit<ComponentProps<typeof AccountNumberField>, "onChange"> & Pick<Props, "onEvent">;
type AmountProps = Omit<ComponentProps<typeof AmountField>, "name" | "onChange"> & Typing;

type Props = {
  environment: Environment;
  currencies: readonly string[];
  typed: FormState;
  problems: FieldProblems;
  isFirst: boolean;
  choice: RecipientChoice;
  onChoose: (choice: RecipientChoice) => void;
  onEvent: (event: FormEvent) => void;
  onUploading: (isUploading: boolean) => void;
};

const ACCOUNT_TYPES = ["1", "2"];

/** What `RecipientGroup` hides behind a picked account. */
const isOfRecipient = (name: string) => /^(destination|yucho|bankAsTyped|branchAsTyped)/.test(name);

/** In the order of a Japanese transfer screen: bank, branch, account type, number, holder; then the payment. */
export const WithdrawalFields = memo(function WithdrawalFields(props: Props) {
  const { environment, currencies, typed, problems, isFirst, choice, onChoose, onEvent, onUploading } = props;
  const t = useTranslations("withdrawals.form");
  const text = (name: FormFieldName) => ({ name, value: typed[name], problem: problems[name], onEvent });
  return (
    <>
      <RecipientGroup
        {...{ environment, currencies, typed, isFirst, choice, onChoose, onEvent }}
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
            <Text {...text("playerId")} label={t("player")} hint={t("playerHint")} kind="code" />
          </FormCell>
          <FormCell span="wide">
            <Text
              {...text("purpose")}
              label={
                <>
                  {t("purpose")} <LabelNote>{t("optional")}</LabelNote>
                </>
              }
              hint={t("purposeHint")}
              required={false}
            />
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

type AccountFieldsProps = Pick<Props, "environment" | "typed" | "problems" | "onEvent">;

/** An account that is typed. */
function AccountFields({ environment, typed, problems, onEvent }: AccountFieldsProps) {
  const t = useTranslations("withdrawals.form");
  const orders = useTranslations("orders");
  const bank = useBankTyped(typed);
  const text = (name: FormFieldName) => ({ name, value: typed[name], problem: problems[name], onEvent });
  if (typed.currency !== "JPY") {
    return (
      <FormGrid>
        <FormCell>
          <ListedBankField
            key={typed.currency}
            environment={environment}
            currency={typed.currency}
            problem={problems.destination}
            value={typed.destination}
            onType={(value) => onEvent(typedInto("destination", value))}
            onPick={({ code, name }) => onEvent({ kind: "bank_picked", code, name })}
          />
        </FormCell>
        <FormCell>
          <Text {...text("destinationName")} label={t("bankName")} />
        </FormCell>
        <FormCell>
          <Text {...text("destinationAccount")} label={t("accountNumber")} kind="code" />
        </FormCell>
        <FormCell>
          <Text {...text("destinationAccountName")} label={t("holderOther")} />
        </FormCell>
      </FormGrid>
    );
  }
  return (
    <>
      <Banks environment={environment} typed={bank} problems={problems} onEvent={onEvent} />
      <FormGrid>
        <FormCell span="narrow">
          <FormField name="destinationAccountType" label={t("accountType")} problem={problems.destinationAccountType}>
            {(control) => (
              <NativeSelect
                {...control}
                value={typed.destinationAccountType}
                onChange={(event) => onEvent(typedInto("destinationAccountType", event.target.value))}
              >
                {ACCOUNT_TYPES.map((code) => (
                  <option key={code} value={code}>
                    {orders("accountType", { code })}
                  </option>
                ))}
              </NativeSelect>
            )}
          </FormField>
        </FormCell>
        <FormCell span="wide">
          <Account {...text("destinationAccount")} bankCode={typed.destination} />
        </FormCell>
        <FormCell span="whole">
          <Holder value={typed.destinationAccountName} problem={problems.destinationAccountName} onEvent={onEvent} />
        </FormCell>
      </FormGrid>
    </>
  );
}

/** A stable object while its values are unchanged, so that typing in another field does not re-render the banks. */
function useBankTyped(typed: FormState): BankTyped {
  const { destination, destinationName, bankAsTyped, destinationAccount, yuchoSymbol, yuchoNumber } = typed;
  const { destinationBranchCode, destinationBranchName, branchAsTyped, yuchoSavings } = typed;
  return useMemo(
    () => ({
      destination,
      destinationName,
      bankAsTyped,
      destinationAccount,
      yuchoSymbol,
      yuchoNumber,
      yuchoSavings,
      destinationBranchCode,
      destinationBranchName,
      branchAsTyped,
    }),
    [
      destination,
      destinationName,
      bankAsTyped,
      destinationAccount,
      yuchoSymbol,
      yuchoNumber,
      yuchoSavings,
      destinationBranchCode,
      destinationBranchName,
      branchAsTyped,
    ],
  );
}

type HolderProps = Pick<Props, "onEvent"> & { value: string; problem: string | undefined };

function HolderField({ value, problem, onEvent }: HolderProps) {
  const t = useTranslations("withdrawals.form");
  const name = "destinationAccountName";
  return (
    <KanaFormField
      {...{ of: "account", name, problem, value }}
      isFormatShown={false}
      label={t("holder")}
      hint={t("holderHint")}
      onChange={(text) => onEvent(typedInto(name, text))}
    />
  );
}
