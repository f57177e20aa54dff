"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { loadPart } from "@/components/load-part";
import { Input } from "@/components/ui/input";
import { isConverting } from "@/components/ui/is-converting";
import { useOnDemand } from "@/components/use-on-demand";
import type { SuggestInputProps } from "./suggest-combobox";

const load = () => loadPart(async () => (await import("./suggest-combobox")).SuggestCombobox);

/** A line of text with suggestions below it: the input is never replaced. Its list is loaded with the first focus. */
export function SuggestInput(props: SuggestInputProps) {
  const { Loaded: SuggestCombobox, bring, leaving, arriving, ...conversion } = useOnDemand(load);
  const [isTyped, setIsTyped] = useState(false);
  const { value, suggestions, listLabel, status, failure, onType, onSearch, ...input } = props;

  function type(text: string) {
    setIsTyped(true);
    onType(text);
    if (!conversion.isComposing) onSearch(text);
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
      onKeyDown={(event) => {
        input.onKeyDown?.(event);
        // The list that comes later is not to open over what was searched for.
        if (!isConverting(event) && (event.key === "Enter" || event.key === "Escape")) setIsTyped(false);
      }}
      onChange={({ target }) => type(target.value)}
      onCompositionStart={conversion.onCompositionStart}
      onCompositionEnd={({ currentTarget }) => {
        conversion.onCompositionEnd();
        onSearch(currentTarget.value);
      }}
    />
  );
}
