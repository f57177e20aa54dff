"use client";

import { type KeyboardEvent, startTransition, useState } from "react";
import { flushSync } from "react-dom";
import { Combobox, ComboboxInput, ComboboxItem, ComboboxList } from "@/components/ui/combobox";
import type { SuggestInputProps } from "./suggest-input";

/** The line of `SuggestInput` once its code is there. Nothing but typing changes its text. */
export function SuggestCombobox({ isOpenAtFirst, ...props }: SuggestInputProps & { isOpenAtFirst: boolean }) {
  const { value, suggestions, listLabel, status, onType, onSearch, onKeyDown, ...input } = props;
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const isShown = isOpen && suggestions.length > 0;

  function openOrClose({ key }: KeyboardEvent) {
    // Now, so that the library finds the options that it moves in.
    if (key === "ArrowDown" || key === "ArrowUp") flushSync(() => setIsOpen(true));
    else if (key === "Enter" || key === "Escape") setIsOpen(false);
  }

  return (
    <div className="relative">
      <Combobox
        // Searched for elsewhere. What a pointer rests on is not what Enter takes.
        items={isShown ? suggestions : []}
        filter={null}
        highlightItemOnHover={false}
        itemToStringValue={({ key }) => key}
        value={value}
        onValueChange={(text, { reason }) => {
          if (reason !== "input-change") return;
          onType(text);
          setIsOpen(true);
          startTransition(() => onSearch(text));
        }}
        onOpenChange={setIsOpen}
      >
        <ComboboxInput
          {...input}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-expanded={isShown}
          onKeyDown={(event) => {
            onKeyDown?.(event);
            // The library lets an input method's Enter through where the browser gives no code 229.
            const isConverting = event.nativeEvent.isComposing || event.keyCode === 229;
            if (isConverting || event.defaultPrevented) event.preventBaseUIHandler();
            else openOrClose(event);
          }}
          onBlur={() => setIsOpen(false)}
        />
        {isShown && (
          <ComboboxList aria-label={listLabel}>
            {suggestions.map((suggestion) => (
              <ComboboxItem key={suggestion.key} value={suggestion} onClick={suggestion.pick}>
                {suggestion.label}
              </ComboboxItem>
            ))}
          </ComboboxList>
        )}
      </Combobox>
      <span role="status" className="sr-only">
        {isOpen && status}
      </span>
    </div>
  );
}
