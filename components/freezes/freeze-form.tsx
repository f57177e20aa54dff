"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { FormField, TextField } from "@/components/forms/form-field";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { NativeSelect } from "@/components/ui/native-select";
import type { Environment } from "@/lib/environment";
import type { FreezableUser } from "@/lib/freezes/schema";
import { useFreezes } from "./use-freezes";

type Props = { environment: Environment; users: FreezableUser[] };

/** Freezes the payouts of the environment or of one person, with a reason. */
export function FreezeForm({ environment, users }: Props) {
  const t = useTranslations("freezes");
  const [userId, setUserId] = useState("");
  const [reason, setReason] = useState("");
  const { freeze } = useFreezes(environment, { onFrozen: () => setReason("") });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!freeze.isPending) freeze.send({ userId: userId || null, reason });
  }
  return (
    <TitledCard title={t("form.title")}>
      <form method="post" onSubmit={submit} className="grid gap-3 px-4 py-3.5">
        <p className="text-muted-foreground">{t("form.lead")}</p>
        <FormField name="userId" label={t("form.what")} problem={undefined}>
          {(control) => (
            <NativeSelect {...control} value={userId} onChange={({ target }) => setUserId(target.value)}>
              <option value="">{t("form.everything")}</option>
              {users.map(({ id, name }) => (
                <option key={id} value={id}>
                  {t("form.oneUser", { name })}
                </option>
              ))}
            </NativeSelect>
          )}
        </FormField>
        <TextField
          name="reason"
          label={t("form.reason")}
          hint={t("form.reasonHint")}
          problem={freeze.fields.reason}
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
        {!freeze.fields.reason && <CommandProblem of={freeze} say={(kind) => t(`problems.${kind}`)} />}
      </form>
    </TitledCard>
  );
}
