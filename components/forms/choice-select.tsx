import type { ComponentProps, ReactNode } from "react";
import { NativeSelect } from "@/components/ui/native-select";

export type Choice<Value extends string | number> = {
  /** An empty one among them is the choice of none. */
  options: readonly Value[];
  /** The words of an option; without it they are the option itself. */
  text?: (option: Value) => ReactNode;
  value: Value;
  onChange: (value: Value) => void;
};
type Props<Value extends string | number> = Omit<ComponentProps<typeof NativeSelect>, keyof Choice<Value>> &
  Choice<Value>;

/** One of a few values, in the system's own list. */
export function ChoiceSelect<Value extends string | number>(props: Props<Value>) {
  const { options, text = String, onChange, ...select } = props;
  return (
    <NativeSelect
      {...select}
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
  );
}
