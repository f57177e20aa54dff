"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormField } from "@/components/forms/form-field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import type { Environment } from "@/lib/environment";
import { changePasswordAction } from "@/lib/security/actions";
import { SecuredProblem } from "./secured-problem";
import { useSecured } from "./use-secured";

const EMPTY = { current: "", next: "" };

export function PasswordCard({ environment, email }: { environment: Environment; email: string }) {
  const t = useTranslations("security.password");
  const [typed, setTyped] = useState(EMPTY);
  const change = useSecured(
    (form: typeof EMPTY) => changePasswordAction(environment, form),
    () => setTyped(EMPTY),
  );
  const fields = change.refusal?.kind === "invalid" ? change.refusal.fields : {};
  const field = (name: keyof typeof EMPTY, autoComplete: string) => ({
    type: "password",
    autoComplete,
    required: true,
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => {
      change.reset();
      setTyped({ ...typed, [name]: target.value });
    },
  });
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
      </CardHeader>
      <form
        method="post"
        className="grid max-w-100 gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.send(typed);
        }}
      >
        {/* For password managers, which would otherwise not know whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <FormField name="current" label={t("current")} problem={fields.current}>
          {(control) => <Input {...control} {...field("current", "current-password")} />}
        </FormField>
        <FormField name="next" label={t("next")} hint={t("hint")} problem={fields.next}>
          {(control) => <Input {...control} {...field("next", "new-password")} />}
        </FormField>
        <Button
          type="submit"
          size="field"
          className="justify-self-start"
          focusableWhenDisabled
          disabled={change.isPending}
        >
          {t("change")}
        </Button>
        <SecuredProblem change={change} />
        <div role="status" className="empty:hidden">
          {change.isDone && <Alert>{t("changed")}</Alert>}
        </div>
      </form>
    </Card>
  );
}
