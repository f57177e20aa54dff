import { useTranslations } from "next-intl";
import { type ComponentProps, memo, useEffect, useEffectEvent, useRef } from "react";
import { LazyListedBankField } from "@/components/banks/lazy-listed-bank-field";
import { ChoiceField } from "@/components/forms/choice-field";
import { TextField, type TextProps } from "@/components/forms/form-field";
import { FormCell, FormGrid } from "@/components/forms/form-group";
import { KanaFormField } from "@/components/forms/kana-form-field";
import type { FieldProblems } from "@/components/orders/found-problems";
import { showToast } from "@/components/toasts/toast-queue";
import type { Environment } from "@/lib/environment";
import {
  clearedByBank,
  type FormEvent,
  type FormField as FormFieldName,
  type FormState,
} from "@/lib/withdrawals/form-state";
import { AccountNumberField } from "./account-number-field";
import { BANK_FIELDS, JapaneseBankFields } from "./japanese-bank-fields";

// Memoised, so that typing in another field does not re-render them.
const Banks = memo(JapaneseBankFields, (before, now) => {
  const isSame = BANK_FIELDS.every(
    (name) => before.typed[name] === now.typed[name] && before.problems[name] === now.problems[name],
  );
  return isSame && before.onEvent === now.onEvent;
});
const Holder = memo(function Holder({ name, onEvent, ...field }: HolderProps) {
  return (
    <KanaFormField {...field} {...{ name, of: "account" }} onChange={(value) => onEvent(typedInto(name, value))} />
  );
});
const Account = memo(function Account({ onEvent, ...field }: AccountProps) {
  return <AccountNumberField {...field} onChange={(value) => onEvent(typedInto("destinationAccount", value))} />;
});
export const Text = memo(function Text({ name, onEvent, ...field }: Omit<TextProps, "name" | "onChange"> & Typing) {
  return <TextField name={name} {...field} onChange={(value) => onEvent(typedInto(name, value))} />;
});
export const typedInto = (name: FormFieldName, value: string): FormEvent => ({ kind: "typed", name, value });

type Props = {
  environment: Environment;
  typed: FormState;
  problems: FieldProblems;
  onEvent: (event: FormEvent) => void;
};
export type Typing = { name: FormFieldName } & Pick<Props, "onEvent">;
type HolderProps = Omit<ComponentProps<typeof KanaFormField>, "name" | "of" | "onChange"> & Typing;
type AccountProps = Omit<ComponentProps<typeof AccountNumberField>, "onChange"> & Pick<Props, "onEvent">;

const ACCOUNT_TYPES = ["1", "2"];

/** An account that is typed. */
export function AccountFields({ environment, typed, problems, onEvent }: Props) {
  const t = useTranslations("withdrawals.form");
  const orders = useTranslations("orders");
  const text = (name: FormFieldName) => ({ name, value: typed[name], problem: problems[name], onEvent });
  useRestorable(typed, onEvent);
  if (typed.currency !== "JPY") {
    return (
      <FormGrid>
        <FormCell>
          <LazyListedBankField
            key={typed.currency}
            of="withdrawals.directory"
            {...{ environment, currency: typed.currency }}
            {...{ name: "destination", value: typed.destination, problem: problems.destination }}
            label={t("bankCode")}
            hint={t("bankCodeHintOther")}
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
      <Banks environment={environment} typed={typed} problems={problems} onEvent={onEvent} />
      <FormGrid>
        <FormCell span="narrow">
          <ChoiceField
            name="destinationAccountType"
            label={t("accountType")}
            problem={problems.destinationAccountType}
            options={ACCOUNT_TYPES}
            text={(code) => orders("accountType", { code })}
            value={typed.destinationAccountType}
            onChange={(code) => onEvent(typedInto("destinationAccountType", code))}
          />
        </FormCell>
        <FormCell span="wide">
          <Account {...text("destinationAccount")} bankCode={typed.destination} />
        </FormCell>
        <FormCell span="whole">
          <Holder
            {...text("destinationAccountName")}
            isFormatShown={false}
            label={t("holder")}
            hint={t("holderHint")}
          />
        </FormCell>
      </FormGrid>
    </>
  );
}

/** Another bank clears the account, as a number of the one means nothing at the other. It can be restored. */
function useRestorable(typed: FormState, onEvent: Props["onEvent"]) {
  const t = useTranslations("withdrawals.form");
  const before = useRef(typed);
  const say = useEffectEvent((account: NonNullable<ReturnType<typeof clearedByBank>>) =>
    showToast({
      text: t("accountCleared"),
      action: { label: t("restoreAccount"), onPress: () => onEvent({ kind: "account_restored", account }) },
    }),
  );
  useEffect(() => {
    const cleared = clearedByBank(before.current, typed);
    before.current = typed;
    if (cleared) say(cleared);
  }, [typed]);
}
