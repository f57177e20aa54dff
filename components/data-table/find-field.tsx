"use client";

import { Search } from "lucide-react";
import { useId, useLayoutEffect, useRef } from "react";
import { Input } from "@/components/ui/input";
import { useFocusAfter } from "@/components/use-focus-after";
import { useListAddress } from "./list-address";

/** By this the key "/" finds it. */
export const FIND_FIELD = "list-find";

export type Find = { part: string; name: string; hint: string };

/** The search term of a list: taken over with Enter, and with the cross that empties it. */
export function FindField({ part, name, hint }: Find) {
  const { values, filter, set } = useListAddress();
  const id = useId();
  const found = values[part] ?? "";
  // What removes a filter may leave with it.
  const field = useFocusAfter<HTMLInputElement>(filter);
  const before = useRef(found);
  // The same field stays, with its focus and its cursor. What is being typed is not replaced by what the address says,
  // which is decided before the field may be given the focus: what was typed and left goes with the filter.
  useLayoutEffect(() => {
    const { current: input } = field;
    if (input === null || before.current === found) return;
    const isTyping = input === document.activeElement && input.value.trim() !== before.current;
    before.current = found;
    if (!isTyping) input.value = found;
  }, [found, field]);
  return (
    <form
      className="relative w-58 shrink-0"
      onSubmit={(event) => {
        event.preventDefault();
        set({ [part]: String(new FormData(event.currentTarget).get(part) ?? "").trim() });
      }}
    >
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-subtle-foreground"
      />
      <Input
        ref={field}
        id={FIND_FIELD}
        name={part}
        type="search"
        aria-label={name}
        aria-describedby={id}
        aria-keyshortcuts="/"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={found}
        placeholder={name}
        onChange={({ target }) => target.value === "" && found !== "" && set({ [part]: null })}
        className="peer min-h-7 rounded-md border-border-strong py-0 pr-6 pl-7 text-xs pointer-coarse:min-h-10 pointer-coarse:text-base"
      />
      <kbd
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-1.5 hidden min-w-4.5 -translate-y-1/2 rounded-sm border border-border-strong bg-background px-1 text-center font-mono text-2xs text-muted-foreground peer-placeholder-shown:block peer-focus:hidden pointer-coarse:hidden"
      >
        /
      </kbd>
      <span id={id} className="sr-only">
        {hint}
      </span>
    </form>
  );
}
