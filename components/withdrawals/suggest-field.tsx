import type { ComponentProps, ReactNode } from "react";
import { FormField } from "@/components/forms/form-field";
import { SuggestInput, type Suggestion } from "@/components/ui/suggest-input";

type Passed = "value" | "listLabel" | "status" | "suggestions" | "onType" | "onSearch" | "onPick" | "onTab";
type Props<S extends Suggestion> = Pick<ComponentProps<typeof SuggestInput<S>>, Passed> & {
  name: string;
  label: ReactNode;
  hint: string;
  problem: string | undefined;
  /** What is worth knowing of what was typed; it blocks nothing. */
  doubt: ReactNode;
  required?: boolean;
};

/** A code that is typed straight in or picked by name, with what speaks against it below. */
export function SuggestField<S extends Suggestion>({ name, label, hint, problem, doubt, ...input }: Props<S>) {
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
