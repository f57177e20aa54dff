"use client";

import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { cn } from "@/lib/cn";
import { Input } from "./input";

/** `key` is what it is picked by; `label` is what is drawn. */
export type Suggestion = { key: string; label: ReactNode };

type Props<S extends Suggestion> = Omit<ComponentProps<typeof Input>, "value" | "onChange"> & {
  value: string;
  suggestions: readonly S[];
  /** What the list is, for those who hear it. */
  listLabel: string;
  /** How many were found, in words. */
  status: string;
  onType: (value: string) => void;
  /** The text to search for: never one that an input method has not finished with. */
  onSearch: (text: string) => void;
  onPick: (suggestion: S) => void;
};

/**
 * A line of text with suggestions below it: whatever is typed stays as it is, and a suggestion is taken only when it
 * is picked. Written out, as the combobox of our library weighs more than the rest of the page.
 */
export function SuggestInput<S extends Suggestion>(props: Props<S>) {
  const { value, suggestions, listLabel, status, onType, onSearch, onPick, className, ...input } = props;
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const isComposing = useRef(false);
  const isShown = isOpen && suggestions.length > 0;
  const activeOption = isShown ? suggestions[active] : undefined;
  const optionId = (key: string) => `${listId}-${key}`;

  function search(text: string) {
    onSearch(text);
    setIsOpen(true);
    setActive(-1);
  }

  function pick(suggestion: S) {
    onPick(suggestion);
    setIsOpen(false);
    setActive(-1);
  }

  function move(step: number) {
    setIsOpen(true);
    const last = suggestions.length - 1;
    const next = active + step;
    setActive(next > last ? 0 : next < 0 ? last : next);
  }

  function onKeyDown(event: KeyboardEvent) {
    // These keys belong to the input method while it converts. Safari tells by the code 229 alone.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && activeOption) {
      event.preventDefault();
      pick(activeOption);
    } else if (event.key === "Escape") setIsOpen(false);
  }

  return (
    <div className={cn("relative", className)}>
      <Input
        {...input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={activeOption && optionId(activeOption.key)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={({ target }) => {
          onType(target.value);
          if (!isComposing.current) search(target.value);
        }}
        onCompositionStart={() => {
          isComposing.current = true;
        }}
        onCompositionEnd={({ currentTarget }) => {
          isComposing.current = false;
          search(currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setIsOpen(false)}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={listLabel}
        hidden={!isShown}
        className="absolute top-full left-0 z-10 mt-1 max-h-72 w-[min(26rem,calc(100vw-4rem))] overflow-y-auto rounded-lg border border-line-2 bg-surface py-1"
      >
        {isShown &&
          suggestions.map((suggestion, index) => (
            <div
              key={suggestion.key}
              id={optionId(suggestion.key)}
              ref={index === active ? (option) => option?.scrollIntoView({ block: "nearest" }) : undefined}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // Pressed, not clicked: a click comes after the field has lost the focus and the list is gone.
              onMouseDown={(event) => {
                event.preventDefault();
                pick(suggestion);
              }}
              className="cursor-pointer px-3 py-1.5 hover:bg-sunken aria-selected:bg-ai-soft pointer-coarse:py-2.5"
            >
              {suggestion.label}
            </div>
          ))}
      </div>
      <span role="status" className="sr-only">
        {isOpen && status}
      </span>
    </div>
  );
}
