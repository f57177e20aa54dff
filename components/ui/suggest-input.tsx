"use client";

import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn";
import { Input } from "./input";
import { useCombobox } from "./use-combobox";

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
  /** Tab was pressed: true where it led somewhere else. */
  onTab?: (() => boolean) | undefined;
};

/** A line of text with suggestions below it: whatever is typed stays as it is. */
export function SuggestInput<S extends Suggestion>(props: Props<S>) {
  const { value, suggestions, listLabel, status, onType, onSearch, onPick, onTab, className, ...input } = props;
  const box = useCombobox({ options: suggestions, onSearch, onPick });
  return (
    <div className={cn("relative", className)}>
      <Input
        {...input}
        {...box.input}
        onKeyDown={(event) => {
          if (event.key === "Tab" && !event.shiftKey && onTab?.()) event.preventDefault();
          else box.input.onKeyDown(event);
        }}
        value={value}
        onChange={({ target }) => {
          onType(target.value);
          box.typed(target.value);
        }}
      />
      <div
        {...box.list}
        role="listbox"
        aria-label={listLabel}
        hidden={!box.isShown}
        className="absolute top-full left-0 z-10 mt-1 max-h-72 w-[min(26rem,calc(100vw-4rem))] overflow-y-auto rounded-lg border border-border-strong bg-card py-1"
      >
        {box.isShown &&
          suggestions.map((suggestion) => (
            <div key={suggestion.key} {...box.option(suggestion)} className={OPTION}>
              {suggestion.label}
            </div>
          ))}
      </div>
      <span role="status" className="sr-only">
        {box.isOpen && status}
      </span>
    </div>
  );
}

/** How an option is drawn, wherever there is a list of them. */
export const OPTION = "cursor-pointer px-3 py-1.5 hover:bg-muted aria-selected:bg-accent pointer-coarse:py-2.5";
