"use client";

import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { FormField } from "@/components/forms/form-field";
import { Input } from "@/components/ui/input";
import { groupAmount, groupWhileTyping } from "@/lib/money/amount-input";

type Props = Pick<ComponentProps<typeof FormField>, "name" | "label" | "hint" | "problem"> & {
  currency: string;
  value: string;
  onChange: (value: string) => void;
};

/** An amount, grouped as it is typed. What an input method composes, and what could mean two amounts, stays untouched. */
export function AmountField({ currency, value, onChange, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const afterCaret = useRef<number | null>(null);

  // The caret stays between the same two digits when commas come or go before it.
  useLayoutEffect(() => {
    if (afterCaret.current === null) return;
    const caret = caretBefore(value, afterCaret.current);
    input.current?.setSelectionRange(caret, caret);
    afterCaret.current = null;
  }, [value]);

  function type(target: HTMLInputElement, isComposing: boolean) {
    const grouped = isComposing ? target.value : groupWhileTyping(value, target.value);
    if (grouped !== target.value) afterCaret.current = digitsIn(target.value.slice(target.selectionStart ?? 0));
    onChange(grouped);
  }

  return (
    <FormField {...field}>
      {(control) => (
        <Input
          {...control}
          ref={input}
          required
          inputMode="decimal"
          kind="amount"
          autoComplete="off"
          value={value}
          onChange={({ target, nativeEvent }) =>
            type(target, nativeEvent instanceof InputEvent && nativeEvent.isComposing)
          }
          onBlur={() => {
            const grouped = groupAmount(value, currency);
            if (grouped !== value) onChange(grouped);
          }}
        />
      )}
    </FormField>
  );
}

const digitsIn = (text: string) => text.replaceAll(",", "").length;

/** Where so many digits follow. */
function caretBefore(text: string, digits: number): number {
  let at = text.length;
  while (at > 0 && digitsIn(text.slice(at)) < digits) at -= 1;
  return at;
}
