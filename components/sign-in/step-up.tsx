"use client";

import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "@/components/ui/button";
import { Field, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useHydrated } from "@/components/use-hydrated";
import type { Means, Proof, ProofNeeded } from "@/lib/auth/step-up";
import { isSignedOut } from "@/lib/fetch-view";
import { type Answer, prove } from "./endpoints";
import { IssuerButton } from "./issuer-button";
import { signWithPasskey } from "./passkey";

type Typed = Exclude<Means, "passkey" | "issuer">;
type Failure = Exclude<Answer, "right"> | (typeof REFUSED)[keyof typeof REFUSED] | "no_passkey" | "no_answer";
type State = "idle" | "pending" | Failure;

/** A wrong proof in its own words: only codes of an app are replaced by a next one. */
const REFUSED = {
  password: "wrong_password",
  code: "refused",
  recovery_code: "wrong_recovery_code",
  passkey: "no_passkey",
} as const;

/** What the field for each is called, and how a browser may fill it in. */
const FIELDS = {
  password: { type: "password", autoComplete: "current-password" },
  code: { type: "text", autoComplete: "one-time-code", inputMode: "numeric", kind: "code", maxLength: 12 },
  recovery_code: { type: "text", autoComplete: "off", kind: "code", maxLength: 64 },
} as const;

type Props = {
  means: Means[];
  onProved: () => void;
  /** It stands in the middle of another form, and forms cannot be nested: its own is elsewhere in the page. */
  isInForm?: boolean;
  /** Signing in leads back to there. Without it, it opens another tab, and what stands around this one stays. */
  returnTo?: string;
};

/** Asks a person to show that it is them, by what they have. What stands around it stays as it is. */
export function StepUpForm({ means, onProved, isInForm = false, returnTo }: Props) {
  const id = useId();
  const t = useTranslations("stepUp");
  const hydrated = useHydrated();
  // The query says which of them was open.
  const query = useSearchParams().toString();
  const here = [usePathname(), query].filter(Boolean).join("?");
  const message = useRef<HTMLParagraphElement>(null);
  const [state, setState] = useState<State>("idle");
  const ways = means.filter((one): one is Typed => one !== "passkey" && one !== "issuer");
  const [way, setWay] = useState<Typed | undefined>(ways.find((one) => one !== "recovery_code"));
  const failure = state === "idle" || state === "pending" ? null : state;
  // Only the buttons wait: what is typed before the page can react stays, and Enter does not leave by the browser's way.
  const lock = { disabled: !hydrated || state === "pending", focusableWhenDisabled: hydrated };
  useEffect(() => {
    if (failure) message.current?.focus();
  }, [failure]);

  async function show(made: () => Promise<Proof>, failed: "no_passkey" | "no_answer") {
    if (state === "pending") return;
    setState("pending");
    const proof = await made().catch((error: unknown) => (isSignedOut(error) ? "signed_out" : failed));
    if (typeof proof === "string") return setState(proof);
    const answer = await prove(proof).catch(() => "no_answer" as const);
    if (answer !== "right") return setState(answer === "refused" ? REFUSED[proof.by] : answer);
    setState("idle");
    onProved();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A form around it hears of it, also through the portal.
    event.stopPropagation();
    const text = String(new FormData(event.currentTarget).get("proof"));
    const proof: Proof = way === "password" ? { by: way, password: text } : { by: way ?? "code", code: text };
    void show(async () => proof, "no_answer");
  }

  const form = <form id={id} method="post" onSubmit={submit} hidden />;
  return (
    <div className="grid gap-3">
      {isInForm ? createPortal(form, document.body) : form}
      {means.includes("passkey") && (
        <Button
          variant={way === "code" ? "secondary" : "primary"}
          size="large"
          {...lock}
          onClick={() => show(async () => ({ by: "passkey", response: await signWithPasskey() }), "no_passkey")}
        >
          {t("usePasskey")}
        </Button>
      )}
      {means.includes("issuer") && (
        <IssuerButton
          label={t("useIssuer")}
          pending={t("pending")}
          errors={{ unreachable: t("issuerDown"), no_answer: t("errors", { failure: "no_answer" }) }}
          returnTo={here}
          again
          variant="primary"
        />
      )}
      {way && (
        <Field>
          <FieldLabel htmlFor="proof">{t(`fields.${way}`)}</FieldLabel>
          <Input
            key={way}
            form={id}
            id="proof"
            name="proof"
            aria-describedby="proof-message"
            autoCapitalize="none"
            spellCheck={false}
            required
            autoFocus
            {...FIELDS[way]}
          />
        </Field>
      )}
      <p
        ref={message}
        id="proof-message"
        role="alert"
        tabIndex={-1}
        className="rounded-lg bg-destructive-soft px-3 py-2.25 text-sm text-destructive empty:hidden"
      >
        {failure === "signed_out" ? <SignedOut returnTo={returnTo} /> : failure && t("errors", { failure })}
      </p>
      {way && (
        <Button type="submit" form={id} variant="primary" size="large" {...lock}>
          {state === "pending" ? t("pending") : t("submit")}
        </Button>
      )}
      {ways
        .filter((one) => one !== way)
        .map((other) => (
          <Button
            key={other}
            variant="ghost"
            className="-ml-3 justify-self-start underline"
            {...lock}
            onClick={() => {
              setState("idle");
              setWay(other);
            }}
          >
            {t("other", { way: other })}
          </Button>
        ))}
    </div>
  );
}

/** The session has ended, or the ten minutes of the second step are over. */
function SignedOut({ returnTo }: { returnTo: string | undefined }) {
  const t = useTranslations("stepUp");
  const address = returnTo === undefined ? "/sign-in" : (`/sign-in?return=${encodeURIComponent(returnTo)}` as const);
  return (
    <>
      {t("signedOut")}{" "}
      <Link href={address} target={returnTo === undefined ? "_blank" : undefined} className="font-semibold underline">
        {t("signInAgain")}
      </Link>
    </>
  );
}

type StepUpCardProps = { needed: ProofNeeded; onProved: () => void };

/** In the middle of something: show that it is you, and it goes on where it was. */
export function StepUpCard({ needed, onProved }: StepUpCardProps) {
  const t = useTranslations("stepUp");
  return (
    <section
      aria-label={t("title")}
      className="grid max-w-100 gap-3 rounded-lg border border-border-strong bg-muted p-4"
    >
      <div>
        <h3 className="font-semibold">{t("title")}</h3>
        <p className="text-muted-foreground">{t(needed.means.includes("issuer") ? "whyIssuer" : "why")}</p>
      </div>
      <StepUpForm means={needed.means} onProved={onProved} isInForm />
    </section>
  );
}
