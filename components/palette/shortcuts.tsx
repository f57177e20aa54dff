"use client";

import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { lookedAt, remember } from "@/components/preferences/recent";
import type { Role } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";
import { EarlyInput, type EarlyText } from "./early-input";
import { singleKeysAreOn } from "./single-keys";

// Each comes when it is first asked for.
const Palette = dynamic(async () => (await import("./palette")).Palette, { loading: () => null });
const KeyList = dynamic(async () => (await import("./key-list")).KeyList, { loading: () => null });

/** `from`: what had the focus. `hasTaken`: the palette is there and has what was entered before. */
type Opened = { what: "palette" | "keys"; at: string; from: HTMLElement | null; hasTaken: boolean };

type Props = { environment: Environment; offered: Environment[]; person: { id: string; role: Role } };

/** The keys that work everywhere. None of them sends or approves anything. */
export function Shortcuts({ environment, offered, person }: Props) {
  const pathname = usePathname();
  const t = useTranslations("palette");
  const [opened, setOpened] = useState<Opened | null>(null);
  // The palette takes the focus when it comes, which would end a conversion that is under way.
  const [isComposing, setIsComposing] = useState(false);
  const earlyInput = useRef<HTMLInputElement>(null);
  const isEntered = useRef(false);
  // Open only where it was opened: going somewhere closes it.
  const open = opened?.at === pathname ? opened.what : null;
  const isEarly = open === "palette" && opened?.hasTaken === false;

  function openPalette() {
    isEntered.current = false;
    setIsComposing(false);
    const from = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    flushSync(() => setOpened({ what: "palette", at: pathname, from, hasTaken: false }));
    earlyInput.current?.focus();
  }
  function close() {
    if (isEarly) opened.from?.focus();
    setOpened(null);
  }
  function takeEarly(): EarlyText | null {
    if (!isEarly) return null;
    setOpened({ ...opened, hasTaken: true });
    return { text: earlyInput.current?.value ?? "", isEntered: isEntered.current };
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return;
    if ((event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      if (open === "palette") close();
      else openPalette();
      return;
    }
    if (event.metaKey || event.ctrlKey || event.altKey || open !== null || isTyping(event.target) || !singleKeysAreOn())
      return;
    if (event.key === "?") {
      event.preventDefault();
      setOpened({ what: "keys", at: pathname, from: null, hasTaken: false });
    } else if (event.key === "/") {
      event.preventDefault();
      document.getElementById("search-box")?.focus();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);

  useEffect(() => {
    const seen = lookedAt(pathname);
    if (seen) remember(person.id, seen.environment, seen);
  }, [pathname, person.id]);

  return (
    <>
      {isEarly && (
        <EarlyInput
          ref={earlyInput}
          label={t("label")}
          onComposing={setIsComposing}
          onEntered={(entered) => {
            isEntered.current = entered;
          }}
          onClose={close}
        />
      )}
      {open === "palette" && !isComposing && (
        <Palette
          environment={environment}
          offered={offered}
          person={person}
          takeEarly={takeEarly}
          returnTo={opened?.from ?? null}
          onClose={close}
        />
      )}
      {open === "keys" && <KeyList onClose={close} />}
    </>
  );
}

/** A letter belongs to the field that it is typed into. In another dialog, the dialog's own keys hold. */
const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=listbox]") !== null;
