"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { ChoiceField } from "@/components/forms/choice-field";
import { CommandForm } from "@/components/forms/command-form";
import { TextField } from "@/components/forms/form-field";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { Environment } from "@/lib/environment";
import { freezePayoutsAction } from "@/lib/freezes/actions";
import type { FreezableUser, FreezeInput } from "@/lib/freezes/schema";

type Props = { environment: Environment; users: FreezableUser[] };

/** Freezes the payouts of the environment or of one person, with a reason. */
export function FreezeForm({ environment, users }: Props) {
  const t = useTranslations("freezes");
  const [userId, setUserId] = useState("");
  const [reason, setReason] = useState("");
  const typed = { userId: userId || null, reason };
  const chosen = users.find(({ id }) => id === userId);
  const freeze = useCommand((sent: FreezeInput) => freezePayoutsAction(environment, sent), {
    typed,
    onDone: (_frozen, sent) => setReason((now) => (now === sent.reason ? "" : now)),
    changes: dashboardCache.counts(environment).queryKey,
    refreshes: true,
  });
  return (
    <TitledCard title={t("form.title")}>
      <CommandForm isPending={freeze.isPending} onSend={() => freeze.send(typed)} className="grid gap-3 px-4 py-3.5">
        <p className="text-muted-foreground">{t("form.lead")}</p>
        <ChoiceField
          name="userId"
          label={t("form.what")}
          hint={
            chosen &&
            chosen.keys.length > 0 &&
            t("form.keys", { name: chosen.name, keys: chosen.keys.join(t("comma")) })
          }
          options={["", ...users.map(({ id }) => id)]}
          text={(id) => (id === "" ? t("form.everything") : t("form.oneUser", personOf(users, id)))}
          value={userId}
          onChange={setUserId}
        />
        <TextField
          name="reason"
          label={t("form.reason")}
          hint={t("form.reasonHint")}
          problem={freeze.fields.reason}
          value={reason}
          onChange={setReason}
        />
        <Button type="submit" variant="primary" size="field" className="justify-self-start" disabled={freeze.isPending}>
          {freeze.isPending ? t("form.freezing") : t("form.freeze")}
        </Button>
        {!freeze.fields.reason && <CommandProblem of={freeze} say={(kind) => t(`problems.${kind}`)} />}
      </CommandForm>
    </TitledCard>
  );
}

function personOf(users: FreezableUser[], id: string) {
  const { name, disabled } = users.find((one) => one.id === id) ?? { name: id, disabled: false };
  return { name, disabled: String(disabled) };
}
