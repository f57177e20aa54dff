"use client";

import { type ComponentProps, type ReactNode, startTransition, useEffect, useEffectEvent, useState } from "react";
import { Input } from "@/components/ui/input";
import { useOnDemand } from "@/components/use-on-demand";

/** `label` is what is drawn, `pick` what happens when it is chosen. */
export type Suggestion = { key: string; label: ReactNode; pick: () => void };

export type SuggestInputProps = Omit<ComponentProps<typeof Input>, "value" | "defaultValue" | "onChange"> & {
  id: string;
  value: string;
  suggestions: readonly Suggestion[];
  /** What the list is, for those who hear it. */
  listLabel: string;
  /** How many were found, in words. */
  status: ReactNode;
  onType: (value: string) => void;
  /** The text to search for: never one that an input method has not finished with. */
  onSearch: (text: string) => void;
};

const load = async () => (await import("./suggest-combobox")).SuggestCombobox;

/** A line of text with suggestions below it: the input is never replaced. Its list is loaded with the first focus. */
export function SuggestInput(props: SuggestInputProps) {
  const { Loaded: SuggestCombobox, bring, leaving, arriving, ...conversion } = useOnDemand(load);
  const [isTyped, setIsTyped] = useState(false);
  const { value, suggestions, listLabel, status, onType, onSearch, ...input } = props;

  function type(text: string) {
    setIsTyped(true);
    onType(text);
    if (!conversion.isComposing) startTransition(() => onSearch(text));
  }

  // What was typed, and where, before the page could react.
  const catchUp = useEffectEvent(() => {
    const field = document.getElementById(input.id);
    if (!(field instanceof HTMLInputElement)) return;
    if (field.value !== value) type(field.value);
    if (field === document.activeElement) bring();
  });
  useEffect(() => catchUp(), []);

  if (SuggestCombobox) return <SuggestCombobox {...props} ref={arriving} isOpenAtFirst={isTyped} />;
  return (
    <Input
      {...input}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      ref={leaving}
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={false}
      value={value}
      onFocus={bring}
      onChange={({ target }) => type(target.value)}
      onCompositionStart={conversion.onCompositionStart}
      onCompositionEnd={({ currentTarget }) => {
        conversion.onCompositionEnd();
        onSearch(currentTarget.value);
      }}
    />
  );
}
