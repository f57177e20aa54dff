"use client";

import type { Ref } from "react";

/** What was entered before the palette was there, and whether Enter was pressed after it. */
export type EarlyText = { text: string; isEntered: boolean };

type Props = {
  ref: Ref<HTMLInputElement>;
  label: string;
  onComposing: (isComposing: boolean) => void;
  onEntered: (isEntered: boolean) => void;
  onClose: () => void;
};

/**
 * Stands where the palette's line will be until its code has come. It is a real field that has the focus at once, so
 * that keys, pasted text and an input method reach it, and not the page below.
 */
export function EarlyInput({ ref, label, onComposing, onEntered, onClose }: Props) {
  return (
    <div className="fixed inset-x-3 top-[8dvh] z-20 mx-auto max-w-150 rounded-[10px] border border-border bg-card">
      <input
        ref={ref}
        aria-label={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onCompositionStart={() => onComposing(true)}
        onCompositionEnd={() => onComposing(false)}
        onInput={() => onEntered(false)}
        onKeyDown={({ key, keyCode, nativeEvent }) => {
          if (nativeEvent.isComposing || keyCode === 229) return;
          if (key === "Enter") onEntered(true);
          else if (key === "Escape") onClose();
        }}
        className="min-h-12 w-full bg-transparent px-4 text-base -outline-offset-2"
      />
    </div>
  );
}
