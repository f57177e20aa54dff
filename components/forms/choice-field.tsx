import type { ComponentProps, ReactNode } from "react";
import { NativeSelect } from "@/components/ui/native-select";
import { FormField } from "./form-field";

type Props<Value extends string | number> = Omit<ComponentProps<typeof FormField>, "children" | "problem"> & {
  problem?: string | undefined;
  /** An empty one among them is the choice of none. */
  options: readonly Value[];
  /** The words of an option; without it they are the option itself. */
  text?: (option: Value) => ReactNode;
  value: Value;
  disabled?: boolean;
  onChange: (value: Value) => void;
};

/** One of a few values, in the system's own list. */
export function ChoiceField<Value extends string | number>(props: Props<Value>) {
  const { name, label, hint, problem, options, text = String, value, disabled, onChange } = props;
  return (
    <FormField {...{ name, label, hint, problem }}>
      {(control) => (
        <NativeSelect
          {...control}
          value={value}
          disabled={disabled}
          onChange={({ target }) => {
            const chosen = options.find((option) => String(option) === target.value);
            if (chosen !== undefined) onChange(chosen);
          }}
        >
          {options.map((option) => (
            <option key={option} value={option}>
              {text(option)}
            </option>
          ))}
        </NativeSelect>
      )}
    </FormField>
  );
}
