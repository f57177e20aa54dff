"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/use-hydrated";
import { goToIssuer } from "./endpoints";

type Failure = "unreachable" | "no_answer";

type Props = {
  label: string;
  pending: string;
  errors: Record<Failure, string>;
  returnTo: string;
  /** The issuer is to ask who it is, even if it knows. */
  again?: boolean;
  variant: "primary" | "secondary";
};

/** Opens single sign-on. If that fails, the page stays and shows the reason. */
export function IssuerButton({ label, pending, errors, returnTo, again = false, variant }: Props) {
  const hydrated = useHydrated();
  const [state, setState] = useState<Failure | "idle" | "pending">("idle");

  async function go() {
    setState("pending");
    const left = await goToIssuer(returnTo, again).catch(() => null);
    if (left !== true) setState(left === null ? "no_answer" : "unreachable");
  }

  return (
    <div className="grid gap-3">
      <Button
        variant={variant}
        size="large"
        disabled={!hydrated || state === "pending"}
        focusableWhenDisabled={hydrated}
        onClick={() => void go()}
      >
        {state === "pending" ? pending : label}
      </Button>
      <p role="alert" className="rounded-lg bg-destructive-soft px-3 py-2.25 text-sm text-destructive empty:hidden">
        {(state === "unreachable" || state === "no_answer") && errors[state]}
      </p>
    </div>
  );
}
