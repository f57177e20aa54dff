"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { forgetDrafts } from "@/components/forms/drafts";
import { Button } from "@/components/ui/button";
import type { ShellUser } from "./shell-user";

/** The user of the page that was opened last in this browser; removed by a sign-out. */
const KEY = "choba.user";

/** The way back within a document brings back what was drawn before another user signed in: that is no news of its user. */
let isDocumentNoted = false;

/**
 * All tabs share one session. Where another user has signed in in a second tab, this one is covered and says so; what
 * was entered stays below. Where its user has signed out there, it is loaded again, so that nothing that was read stays.
 */
export function OtherUser({ user }: { user: ShellUser & { id: string } }) {
  const t = useTranslations("shell.otherUser");
  // A refresh of the page draws the new user's name above what the first one entered: the tab stays the first one's.
  const [{ id, name }] = useState(user);
  const [signedIn, setSignedIn] = useState(id);
  const isOther = signedIn !== id;
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    let last = id;
    const check = () => {
      const now = noted();
      if (now === null && last === id) {
        forgetDrafts(sessionStorage);
        location.reload();
      }
      // The other user has left: the first one may come back.
      if (now === null) return;
      last = now;
      setSignedIn(now);
    };
    const changed = ({ key }: StorageEvent) => key === KEY && check();
    // A page that comes back from the browser's cache was not informed meanwhile.
    const cameBack = ({ persisted }: PageTransitionEvent) => persisted && check();
    addEventListener("storage", changed);
    addEventListener("pageshow", cameBack);
    if (isDocumentNoted) check();
    else noteUser(id);
    isDocumentNoted = true;
    return () => {
      removeEventListener("storage", changed);
      removeEventListener("pageshow", cameBack);
    };
  }, [id]);
  useEffect(() => {
    if (isOther) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOther]);

  return (
    <dialog
      ref={dialog}
      data-page-user={id}
      aria-labelledby={isOther ? "other-user" : undefined}
      onCancel={(event) => event.preventDefault()}
      // Some browsers close it at the second Escape in any case.
      onClose={() => isOther && dialog.current?.showModal()}
      className="m-auto max-w-110 rounded-xl border border-border bg-card p-5 text-foreground backdrop:bg-background"
    >
      {isOther && (
        <div className="grid justify-items-start gap-3">
          <h2 id="other-user" className="text-lg font-semibold">
            {t("title")}
          </h2>
          <p>{t("what", { name })}</p>
          <p>{t("back", { name })}</p>
          <Button variant="primary" onClick={() => location.reload()}>
            {t("reload")}
          </Button>
        </div>
      )}
    </dialog>
  );
}

/** Null signs the other tabs out. */
export function noteUser(id: string | null) {
  try {
    if (id === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, id);
  } catch {
    // Without storage tabs do not hear of each other. The server still refuses to act.
  }
}

function noted(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
