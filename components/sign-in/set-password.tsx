"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { CommandForm } from "@/components/forms/command-form";
import { focusFirstProblem } from "@/components/forms/focus-first-problem";
import { FormField } from "@/components/forms/form-field";
import { stillWrong } from "@/components/forms/still-wrong";
import { Alert } from "@/components/ui/alert";
import { Button, buttonVariants } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useFocusAfter } from "@/components/use-focus-after";
import { useHydrated } from "@/components/use-hydrated";
import { chooseByLink } from "./endpoints";

type Answer = Awaited<ReturnType<typeof chooseByLink>>;
type State = "idle" | "pending" | "no_answer" | Answer;
/** `before`: what stands above the form until the password is set. */
type Props = { token: string; email: string; asksName: boolean; before: ReactNode };

/** A name and a password, or a password: the link is used up once they are taken. What was typed stays until then. */
export function SetPassword({ token, email, asksName, before }: Props) {
  const t = useTranslations("acceptInvitation");
  const hydrated = useHydrated();
  const [state, setState] = useState<State>("idle");
  const [typed, setTyped] = useState({ name: "", password: "" });
  const [sent, setSent] = useState(typed);
  const answer = typeof state === "object" ? state : null;
  const place = useRef<HTMLDivElement>(null);
  const done = useFocusAfter<HTMLDivElement>(answer?.ok ? "done" : "form");
  useEffect(() => {
    if (answer?.ok === false && answer.error.kind === "invalid") focusFirstProblem(place.current);
  }, [answer]);
  if (answer?.ok) {
    return (
      <div className="mt-5 grid justify-items-start gap-4">
        <Alert ref={done} tabIndex={-1} role="status">
          <strong className="block">{t("done")}</strong>
          {t("doneText", { email: answer.value.email })}
        </Alert>
        <Link href="/sign-in" className={buttonVariants({ variant: "primary", size: "large" })}>
          {t("signIn")}
        </Link>
      </div>
    );
  }
  const error = answer?.ok === false ? answer.error : null;
  const fields = error?.kind === "invalid" ? stillWrong(error.fields, sent, typed) : {};
  // Perhaps by the press before, whose answer was lost, or in another tab.
  const mayHaveOne = error?.kind === "link_is_over" || error?.kind === "email_taken";

  async function submit() {
    setState("pending");
    setSent(typed);
    const { name, password } = typed;
    setState(await chooseByLink({ token, password, ...(asksName && { name }) }).catch(() => "no_answer" as const));
  }

  const field = (name: keyof typeof typed, autoComplete: string) => ({
    autoComplete,
    required: true,
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <>
      {before}
      <CommandForm isPending={state === "pending"} onSend={submit} className="grid gap-4">
        {/* For password managers, which would otherwise not know whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <p className="font-medium break-all">{email}</p>
        {asksName && (
          <FormField name="name" label={t("name")} hint={t("nameHint")} problem={fields.name}>
            {(control) => <Input {...control} {...field("name", "name")} maxLength={80} />}
          </FormField>
        )}
        <FormField name="password" label={t("newPassword")} hint={t("hint")} problem={fields.password}>
          {(control) => <Input {...control} type="password" {...field("password", "new-password")} />}
        </FormField>
        <ProblemAlert ref={place}>
          {state === "no_answer" ? t("problems.no_answer") : error && t(`problems.${error.kind}`)}
          {mayHaveOne && (
            <Link href="/sign-in" className="block font-semibold underline">
              {t("signIn")}
            </Link>
          )}
        </ProblemAlert>
        <Button
          type="submit"
          variant="primary"
          size="large"
          disabled={!hydrated || state === "pending"}
          focusableWhenDisabled={hydrated}
        >
          {state === "pending" ? t("pending") : t("submit")}
        </Button>
      </CommandForm>
    </>
  );
}
