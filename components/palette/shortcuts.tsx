"use client";

import { usePathname } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { lookedAt, remember } from "@/components/preferences/recent";
import type { Role } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";
import { EarlyPalette } from "./early-palette";
import { KeyListDialog } from "./key-list-dialog";
import { singleKeysAreOn } from "./single-keys";

/** `from`: what had the focus. */
type Opened = { what: "palette" | "keys"; at: string; from: HTMLElement | null };

type Props = { environment: Environment; offered: Environment[]; user: { id: string; role: Role } };

/** The keys that work everywhere. None of them sends or approves anything. */
export function Shortcuts({ environment, offered, user }: Props) {
  const pathname = usePathname();
  const [opened, setOpened] = useState<Opened | null>(null);
  // Open only where it was opened: going somewhere closes it.
  const open = opened?.at === pathname ? opened.what : null;

  function openPalette() {
    const from = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    // Now: the next key is meant for its input.
    flushSync(() => setOpened({ what: "palette", at: pathname, from }));
  }
  function close() {
    setOpened(null);
    opened?.from?.focus();
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
      setOpened({ what: "keys", at: pathname, from: null });
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
    if (seen) remember(user.id, seen.environment, seen);
  }, [pathname, user.id]);

  return (
    <>
      {open === "palette" && (
        <EarlyPalette
          environment={environment}
          offered={offered}
          user={user}
          returnTo={opened?.from ?? null}
          onClose={close}
        />
      )}
      <KeyListDialog open={open === "keys"} onClose={close} />
    </>
  );
}

/** A character typed into a field is input. In another dialog, the dialog's own shortcuts apply. */
const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=listbox]") !== null;
