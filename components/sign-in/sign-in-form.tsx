"use client";

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useHydrated } from "@/components/use-hydrated";
import { signIn } from "./endpoints";

type Failure = "refused" | "throttled" | "no_answer";

type Props = {
  /** The fields and the button come rendered, so that what draws them need not be loaded here. */
  fields: ReactNode;
  button: ReactNode;
  help: ReactNode;
  pending: string;
  errors: Record<Failure, string>;
  returnTo: string;
};

export function SignInForm({ fields, button, help, pending, errors, returnTo }: Props) {
  const hydrated = useHydrated();
  const [state, setState] = useState<Failure | "idle" | "pending">("idle");
  const message = useRef<HTMLParagraphElement>(null);
  const failed = state !== "idle" && state !== "pending";

  useEffect(() => {
    if (failed) message.current?.focus();
  }, [failed]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state === "pending") return;
    const typed = new FormData(event.currentTarget);
    setState("pending");
    try {
      const answer = await signIn(String(typed.get("email")), String(typed.get("password")));
      if (answer !== "right") return setState(answer);
    } catch {
      return setState("no_answer");
    }
    // A full load, so that nothing rendered for an anonymous user remains. Without a second factor, the second step
    // redirects.
    location.assign(`/sign-in/second-step?return=${encodeURIComponent(returnTo)}`);
  }

  return (
    // POST, so that a form sent before this code runs does not put the password into the address.
    <form method="post" onSubmit={submit} className="grid gap-4" aria-describedby="sign-in-message">
      {fields}
      <p
        ref={message}
        id="sign-in-message"
        role="alert"
        tabIndex={-1}
        className="rounded-lg bg-destructive-soft px-3 py-2.25 text-sm text-destructive empty:hidden"
      >
        {failed && errors[state]}
      </p>
      <fieldset disabled={!hydrated || state === "pending"} className="grid">
        {button}
      </fieldset>
      {help}
      <p role="status" className="sr-only">
        {state === "pending" && pending}
      </p>
    </form>
  );
}
