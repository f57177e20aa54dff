"use client";

import { type ComponentProps, type KeyboardEvent, startTransition, useId, useRef, useState } from "react";

type Props<O extends { key: string }> = {
  options: readonly O[];
  /** Its list is always there, and the first of it is what Enter takes. */
  isPinned?: boolean;
  /** The text to search for: never one that an input method has not finished with. */
  onSearch: (text: string) => void;
  onPick: (option: O) => void;
};

/**
 * What makes a line of text and a list below it one combobox: arrows move in the list while the text keeps the focus,
 * and an option is taken only when it is picked. Written out, as that of our library weighs more than most pages.
 */
export function useCombobox<O extends { key: string }>({ options, isPinned = false, onSearch, onPick }: Props<O>) {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  // By its key: when other options come, what was chosen stays what it is, or is gone.
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const isComposing = useRef(false);
  const isShown = (isPinned || isOpen) && options.length > 0;
  const chosen = options.findIndex(({ key }) => key === activeKey);
  const at = chosen < 0 && isPinned ? 0 : chosen;
  const active = isShown ? options[at] : undefined;
  const optionId = (key: string) => `${listId}-${key}`;

  function search(text: string) {
    setActiveKey(null);
    const look = () => {
      onSearch(text);
      setIsOpen(true);
    };
    // The letter is drawn first. Only where Enter takes the first option does that have to be the one for this very text.
    if (isPinned) look();
    else startTransition(look);
  }

  function pick(option: O) {
    onPick(option);
    setIsOpen(false);
    setActiveKey(null);
  }

  function move(step: number) {
    setIsOpen(true);
    const last = options.length - 1;
    const next = at + step;
    setActiveKey(options[next > last ? 0 : next < 0 ? last : next]?.key ?? null);
  }

  function onKeyDown(event: KeyboardEvent) {
    // These keys belong to the input method while it converts. Safari tells by the code 229 alone.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && active) {
      event.preventDefault();
      pick(active);
      // Enter with nothing chosen answers the text itself: the list would lie over the answer.
    } else if (event.key === "Enter" || event.key === "Escape") setIsOpen(false);
  }

  const input = {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": isShown,
    "aria-controls": listId,
    "aria-activedescendant": active && optionId(active.key),
    autoComplete: "off",
    autoCapitalize: "none",
    spellCheck: false,
    onCompositionStart: () => {
      isComposing.current = true;
    },
    onCompositionEnd: ({ currentTarget }) => {
      isComposing.current = false;
      search(currentTarget.value);
    },
    onKeyDown,
    // What was pressed instead answers first.
    onBlur: () => startTransition(() => setIsOpen(false)),
  } satisfies ComponentProps<"input">;

  return {
    isOpen,
    isShown,
    input,
    /** The text as it stands, at every change of it. */
    typed: (text: string) => {
      if (!isComposing.current) search(text);
    },
    list: { id: listId },
    option: (option: O) => ({
      id: optionId(option.key),
      ref: option === active ? (drawn: HTMLElement | null) => drawn?.scrollIntoView({ block: "nearest" }) : undefined,
      role: "option",
      tabIndex: -1,
      "aria-selected": option === active,
      // Pressed, not clicked: a click comes after the field has lost the focus and the list is gone.
      onMouseDown: (event: { preventDefault: () => void }) => {
        event.preventDefault();
        pick(option);
      },
    }),
  };
}
