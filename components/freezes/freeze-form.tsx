"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { FormField, TextField } from "@/components/forms/form-field";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { NativeSelect } from "@/components/ui/native-select";
import type { Environment } from "@/lib/environment";
import type { FreezablePerson } from "@/lib/freezes/schema";
import { FreezeProblem } from "./freeze-problem";
import { useFreezes } from "./use-freezes";

type Props = { environment: Environment; people: FreezablePerson[] };

/** Freezes the payouts of the environment or of one person, with a reason. */
export function FreezeForm({ environment, people }: Props) {
  const t = useTranslations("freezes");
  const [personId, setPersonId] = useState("");
  const [reason, setReason] = useState("");
  const { freeze } = useFreezes(environment);
  const problem = freeze.data?.ok === false && freeze.data.error.kind === "invalid" ? freeze.data.error : null;

  function submit(event?: FormEvent<HTMLFormElement>) {
    event?.preventDefault();
    if (freeze.isPending) return;
    freeze.mutate({ personId: personId || null, reason }, { onSuccess: (answer) => answer.ok && setReason("") });
  }
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("form.title")}</CardTitle>
      </CardHeader>
      <form method="post" onSubmit={submit} className="grid gap-3 px-4 py-3.5">
        <p className="text-muted-foreground">{t("form.lead")}</p>
        <FormField name="personId" label={t("form.what")} problem={undefined}>
          {(control) => (
            <NativeSelect {...control} value={personId} onChange={({ target }) => setPersonId(target.value)}>
              <option value="">{t("form.everything")}</option>
              {people.map(({ id, name }) => (
                <option key={id} value={id}>
                  {t("form.onePerson", { name })}
                </option>
              ))}
            </NativeSelect>
          )}
        </FormField>
        <TextField
          name="reason"
          label={t("form.reason")}
          hint={t("form.reasonHint")}
          problem={problem?.fields.reason}
          value={reason}
          onChange={setReason}
        />
        <Button
          type="submit"
          variant="primary"
          size="field"
          className="justify-self-start"
          focusableWhenDisabled
          disabled={freeze.isPending}
        >
          {freeze.isPending ? t("form.freezing") : t("form.freeze")}
        </Button>
        {!problem && <FreezeProblem change={freeze} onProved={submit} />}
      </form>
    </Card>
  );
}
