"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, useEffect, useState } from "react";
import { loadPart } from "@/components/load-part";
import { useOnDemand } from "@/components/use-on-demand";
import type { Palette as LoadedPalette } from "./palette";

const load = () => loadPart(async () => (await import("./palette")).Palette);

/**
 * The palette. Until its code has come, a real field stands in the place of its line and has the focus, so that keys,
 * pasted text and an input method reach it, and not the page below.
 */
export function EarlyPalette(props: Omit<ComponentProps<typeof LoadedPalette>, "early">) {
  const t = useTranslations("palette");
  const [early, setEarly] = useState({ text: "", isEntered: false });
  const { Loaded: Palette, bring, onCompositionStart, onCompositionEnd } = useOnDemand(load);
  useEffect(bring, [bring]);
  if (Palette) return <Palette {...props} early={early} />;
  return (
    <div className="fixed inset-x-3 top-[8dvh] z-20 mx-auto max-w-150 rounded-xl border border-border-strong bg-popover shadow-pop">
      <input
        ref={focusNow}
        aria-label={t("label")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={early.text}
        onChange={({ target }) => setEarly({ text: target.value, isEntered: false })}
        onCompositionStart={onCompositionStart}
        onCompositionEnd={onCompositionEnd}
        onKeyDown={({ key, keyCode, nativeEvent }) => {
          if (nativeEvent.isComposing || keyCode === 229) return;
          if (key === "Enter") setEarly({ ...early, isEntered: true });
          else if (key === "Escape") props.onClose();
        }}
        className="min-h-12 w-full bg-transparent px-4 text-lg -outline-offset-2"
      />
    </div>
  );
}

const focusNow = (line: HTMLInputElement | null) => line?.focus();
