"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { CommandForm } from "@/components/forms/command-form";
import { FormField } from "@/components/forms/form-field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useHydrated } from "@/components/use-hydrated";
import { askForLink } from "./endpoints";

type State = "idle" | "pending" | "no_answer" | Awaited<ReturnType<typeof askForLink>>;

/** Requests a password link by e-mail. The response does not reveal whether the address is known. */
export function AskForLink() {
  const t = useTranslations("passwordReset");
  const signIn = useTranslations("signIn");
  const hydrated = useHydrated();
  const [state, setState] = useState<State>("idle");
  const [email, setEmail] = useState("");
  const [sent, setSent] = useState("");
  const answer = typeof state === "object" ? state : null;
  if (answer?.ok) return <Alert role="status">{t("done")}</Alert>;
  const error = answer?.ok === false ? answer.error : null;

  async function submit() {
    setState("pending");
    setSent(email);
    setState(await askForLink(email).catch(() => "no_answer" as const));
  }

  return (
    <CommandForm isPending={state === "pending"} onSend={submit} className="grid gap-4">
      <FormField
        name="email"
        label={signIn("email")}
        problem={error?.kind === "invalid" && email === sent ? error.fields.email : undefined}
      >
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </FormField>
      <ProblemAlert>
        {state === "no_answer" ? signIn("errors.noAnswer") : error?.kind === "too_many_tries" ? t("throttled") : null}
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
  );
}
