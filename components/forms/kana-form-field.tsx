import type { ComponentProps } from "react";
import { FormField } from "./form-field";
import { KanaField } from "./kana-field";

/** The field itself says what is wrong with a name, by its character. Said twice, it would be two errors. */
const SAID_BY_THE_FIELD = ["accountName", "accountNameTooLong", "playerName"];

type Props = Pick<ComponentProps<typeof FormField>, "name" | "label" | "hint" | "problem"> &
  Pick<ComponentProps<typeof KanaField>, "of" | "isAdvice" | "isFormatShown" | "value" | "onChange">;

/** A name in katakana, with its label and the one thing that is wrong with it. */
export function KanaFormField({ name, label, hint, problem, isAdvice = false, ...field }: Props) {
  const said = problem !== undefined && SAID_BY_THE_FIELD.includes(problem) ? undefined : problem;
  return (
    <FormField name={name} label={label} isOptional={isAdvice} hint={hint} problem={said}>
      {(control) => <KanaField {...control} {...field} isAdvice={isAdvice} isRefused={problem !== undefined} />}
    </FormField>
  );
}
