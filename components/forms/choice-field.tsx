import type { ComponentProps } from "react";
import { type Choice, ChoiceSelect } from "./choice-select";
import { FormField } from "./form-field";

type Props<Value extends string | number> = Pick<ComponentProps<typeof FormField>, "name" | "label" | "hint"> &
  Choice<Value> & { problem?: string | undefined; disabled?: boolean };

/** A field with a choice out of a few values. */
export function ChoiceField<Value extends string | number>(props: Props<Value>) {
  const { name, label, hint, problem, ...choice } = props;
  return (
    <FormField {...{ name, label, hint, problem }}>{(control) => <ChoiceSelect {...control} {...choice} />}</FormField>
  );
}
