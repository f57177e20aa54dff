import type { ReactNode } from "react";
import { FormField } from "./form-field";
import type { SuggestInputProps } from "./suggest-combobox";
import { SuggestInput } from "./suggest-input";

type Passed = "value" | "listLabel" | "status" | "suggestions" | "onType" | "onSearch" | "onKeyDown" | "required";
type Props = Pick<SuggestInputProps, Passed> & {
  name: string;
  label: ReactNode;
  hint: string;
  problem: string | undefined;
  /** What is worth knowing of what was typed; it blocks nothing. */
  doubt: ReactNode;
};

/** A code that is typed straight in or picked by name, with what speaks against it below. */
export function SuggestField({ name, label, hint, problem, doubt, ...input }: Props) {
  return (
    <FormField
      name={name}
      label={label}
      problem={problem}
      hint={
        <>
          {hint}
          <span role="status" className="block font-medium text-warning">
            {doubt}
          </span>
        </>
      }
    >
      {(control) => <SuggestInput required {...control} {...input} kind="code" />}
    </FormField>
  );
}
