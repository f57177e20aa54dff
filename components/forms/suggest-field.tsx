import type { ComponentProps, ReactNode } from "react";
import { FormField } from "./form-field";
import type { SuggestInputProps } from "./suggest-combobox";
import { SuggestInput } from "./suggest-input";

type Passed = "value" | "listLabel" | "status" | "suggestions" | "onType" | "onSearch" | "onKeyDown";
type Props = Pick<SuggestInputProps, Passed> &
  Pick<ComponentProps<typeof FormField>, "name" | "label" | "isOptional" | "problem"> & {
    hint: string;
    /** What is worth knowing of what was typed; it blocks nothing. */
    doubt: ReactNode;
  };

/** A code that is typed straight in or picked by name, with what speaks against it below. */
export function SuggestField({ name, label, isOptional = false, hint, problem, doubt, ...input }: Props) {
  return (
    <FormField
      {...{ name, label, isOptional, problem }}
      hint={
        <>
          {hint}
          <span role="status" className="block font-medium text-warning">
            {doubt}
          </span>
        </>
      }
    >
      {(control) => <SuggestInput required={!isOptional} {...control} {...input} kind="code" />}
    </FormField>
  );
}
