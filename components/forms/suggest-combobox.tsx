"use client";

import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { Combobox, ComboboxInput, ComboboxItem, ComboboxList } from "@/components/ui/combobox";
import type { Input } from "@/components/ui/input";
import { isConverting } from "@/components/ui/is-converting";

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
  /** Why nothing could be searched, in words that everyone sees; null where it could. */
  failure?: string | null;
  onType: (value: string) => void;
  /**
   * The text to search for: never one that an input method has not finished with. What is searched may wait for a
   * transition; what changes the form may not, as its state would be another at each render until that is over.
   */
  onSearch: (text: string) => void;
};

/** The line of `SuggestInput` once its code is there. Nothing but typing changes its text. */
export function SuggestCombobox({ isOpenAtFirst, ...props }: SuggestInputProps & { isOpenAtFirst: boolean }) {
  const { value, suggestions, listLabel, status, failure, onType, onSearch, onKeyDown, ...input } = props;
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
          onSearch(text);
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
            if (isConverting(event) || event.defaultPrevented) event.preventBaseUIHandler();
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
      <span role="status" className={isOpen && failure && !isShown ? FAILURE : "sr-only"}>
        {isOpen && (failure || status)}
      </span>
    </div>
  );
}

/** Where the list would be. */
const FAILURE =
  "absolute top-full left-0 z-20 mt-1 min-w-full rounded-lg border border-border-strong bg-popover px-3 py-1.5 text-sm text-muted-foreground shadow-pop";
