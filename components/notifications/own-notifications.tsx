"use client";

import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { TextField } from "@/components/forms/form-field";
import { keptTyped } from "@/components/forms/kept-typed";
import { RestoredInput } from "@/components/forms/restored-input";
import { isAsSent } from "@/components/forms/still-wrong";
import { type KeptSettings, useKeptSettings } from "@/components/forms/use-kept-settings";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { NativeSelect } from "@/components/ui/native-select";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { NOTIFICATION_EVENTS, type NotificationEvent } from "@/lib/events/events";
import { saveOwnNotificationsAction } from "@/lib/notifications/actions";
import type { OwnNotifications as Own } from "@/lib/notifications/schema";
import { ReachFields } from "./reach-fields";

type Sent = Parameters<typeof saveOwnNotificationsAction>[1];
type Props = { environment: Environment; readerId: string; own: Own };

const KEPT = keptTyped<KeptSettings<Own["choices"], string>>();

/** What the signed-in user hears of by e-mail. */
export function OwnNotifications({ environment, readerId, own }: Props) {
  const t = useTranslations("notifications");
  const common = useTranslations("common");
  const form = useKeptSettings({
    ...{ kept: KEPT, author: readerId, about: environment, inForce: own.seen },
    begin: () => own.choices,
  });
  const { values: choices, seen, setValues: setChoices } = form;
  const save = useCommand((sent: Sent) => saveOwnNotificationsAction(environment, sent), {
    typed: choices,
    onDone: (saved, sent) => form.onSaved(saved.seen, isAsSent(sent, choices)),
  });
  function choose(event: NotificationEvent, value: string) {
    const { [event]: _before, ...others } = choices.events;
    const isChoice = value === "on" || value === "off";
    setChoices({ ...choices, events: isChoice ? { ...others, [event]: value } : others });
  }
  return (
    <TitledCard title={t("own.title")}>
      <p className="border-b border-border px-4 py-2.5 text-sm text-muted-foreground">
        {t("own.lead", { email: own.email })}
      </p>
      <div className="px-4 py-2.5 has-[>div:empty]:hidden">
        <RestoredInput of="common.restored" isShown={form.isRestored} onDiscard={form.restart} />
      </div>
      <HeadedTable caption={t("own.title")} heads={[t("event"), t("own.choice")]} isTinted className="text-md">
        {NOTIFICATION_EVENTS.map((event) => (
          <TableRow key={event}>
            <th scope="row" className="px-3 py-1.5 font-normal sm:px-4">
              {t(`events.${event}`)}
            </th>
            <TableCell className="py-1.5">
              <NativeSelect
                aria-label={t("own.choiceOf", { event: t(`events.${event}`) })}
                className="min-h-8 py-0.5 text-sm"
                value={choices.events[event] ?? "role"}
                onChange={({ target }) => choose(event, target.value)}
              >
                <option value="role">{t("own.role", { isOn: String(own.ofRole.includes(event)) })}</option>
                <option value="on">{t("own.on")}</option>
                <option value="off">{t("own.off")}</option>
              </NativeSelect>
            </TableCell>
          </TableRow>
        ))}
      </HeadedTable>
      <div className="grid justify-items-start gap-3 border-t border-border px-4 py-3">
        <ReachFields
          name="own"
          path=""
          label={t("own.title")}
          reach={choices}
          fields={save.fields}
          onChange={(part) => setChoices({ ...choices, ...part })}
        />
        <TextField
          name="own-digest"
          label={t("routing.digestAt")}
          hint={t("own.digestHint", { time: own.digestAt })}
          problem={save.fields.digestAt}
          value={choices.digestAt ?? ""}
          onChange={(text) => setChoices({ ...choices, digestAt: text.trim() === "" ? null : text.trim() })}
          required={false}
        />
        <Button size="field" disabled={save.isPending} onClick={() => save.send({ ...choices, seen })}>
          {t(save.isPending ? "saving" : "own.save")}
        </Button>
        <p role="status" className="text-sm text-muted-foreground empty:hidden">
          {save.isSaved ? t("saved") : form.isKept && common("unsaved")}
        </p>
        <CommandProblem of={save} say={(problem) => t(`problems.${problem}`)} />
      </div>
    </TitledCard>
  );
}
