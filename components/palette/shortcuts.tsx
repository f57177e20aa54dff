"use client";

import { usePathname } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { later } from "@/components/later";
import type { Role } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";
import { useEarlyKeys } from "./early-keys";
import { lookedAt, remember } from "./recent";
import { singleKeysAreOn } from "./single-keys";

// Each comes when it is first asked for.
const Palette = later(async () => (await import("./palette")).Palette);
const KeyList = later(async () => (await import("./key-list")).KeyList);

type Props = { environment: Environment; offered: Environment[]; person: { id: string; role: Role } };

/** The keys that work everywhere. None of them sends or approves anything. */
export function Shortcuts({ environment, offered, person }: Props) {
  const pathname = usePathname();
  const [opened, setOpened] = useState<{ what: "palette" | "keys"; at: string } | null>(null);
  // Open only where it was opened: going somewhere closes it.
  const open = opened?.at === pathname ? opened.what : null;
  const close = () => setOpened(null);
  const early = useEarlyKeys(open === "palette", close);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return;
    if ((event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      early.begin();
      setOpened(open === "palette" ? null : { what: "palette", at: pathname });
      return;
    }
    if (event.metaKey || event.ctrlKey || event.altKey || open !== null || isTyping(event.target) || !singleKeysAreOn())
      return;
    if (event.key === "?") {
      event.preventDefault();
      setOpened({ what: "keys", at: pathname });
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
      {open === "palette" && (
        <Palette environment={environment} offered={offered} person={person} takeTyped={early.take} onClose={close} />
      )}
      {open === "keys" && <KeyList onClose={close} />}
    </>
  );
}

/** A letter belongs to the field that it is typed into. In another dialog, the dialog's own keys hold. */
const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=listbox]") !== null;
