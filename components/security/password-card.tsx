"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCommand } from "@/components/commands/use-command";
import { CommandForm } from "@/components/forms/command-form";
import { FormField } from "@/components/forms/form-field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import type { Environment } from "@/lib/environment";
import { changePasswordAction } from "@/lib/security/actions";
import { SecuredProblem } from "./secured-problem";

const EMPTY = { current: "", next: "" };

export function PasswordCard({ environment, email }: { environment: Environment; email: string }) {
  const t = useTranslations("security.password");
  const [typed, setTyped] = useState(EMPTY);
  const change = useCommand((form: typeof EMPTY) => changePasswordAction(environment, form), {
    typed,
    onDone: (_done, sent) => setTyped((now) => (now === sent ? EMPTY : now)),
  });
  const field = (name: keyof typeof EMPTY, autoComplete: string) => ({
    type: "password",
    autoComplete,
    required: true,
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => {
      if (change.isDone) change.reset();
      setTyped({ ...typed, [name]: target.value });
    },
  });
  return (
    <TitledCard title={t("title")}>
      <CommandForm isPending={change.isPending} onSend={() => change.send(typed)} className="grid max-w-100 gap-3 p-4">
        {/* For password managers, which would otherwise not know whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <FormField name="current" label={t("current")} problem={change.fields.current}>
          {(control) => <Input {...control} {...field("current", "current-password")} />}
        </FormField>
        <FormField name="next" label={t("next")} hint={t("hint")} problem={change.fields.next}>
          {(control) => <Input {...control} {...field("next", "new-password")} />}
        </FormField>
        <Button type="submit" size="field" className="justify-self-start" disabled={change.isPending}>
          {t("change")}
        </Button>
        <SecuredProblem change={change} unreachable={t("unreachable")} />
        <div role="status" className="empty:hidden">
          {change.value && <Alert>{t(change.value.isAgain ? "changedBefore" : "changed")}</Alert>}
        </div>
      </CommandForm>
    </TitledCard>
  );
}
