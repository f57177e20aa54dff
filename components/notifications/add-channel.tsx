"use client";

import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { ShownSecret } from "@/components/display/shown-secret";
import { useShownSecrets } from "@/components/display/use-shown-secrets";
import { ChoiceField } from "@/components/forms/choice-field";
import { CommandForm } from "@/components/forms/command-form";
import { FormField, TextField } from "@/components/forms/form-field";
import { keptTyped } from "@/components/forms/kept-typed";
import { RestoredInput } from "@/components/forms/restored-input";
import { isAsSent } from "@/components/forms/still-wrong";
import { useKeptTyped } from "@/components/forms/use-kept-typed";
import { Button } from "@/components/ui/button";
import { NativeSelect } from "@/components/ui/native-select";
import type { Environment } from "@/lib/environment";
import { LANGUAGES, LOCALES } from "@/lib/i18n/locale";
import { addChannelAction } from "@/lib/notifications/actions";
import { CHANNEL_KINDS } from "@/lib/notifications/channels";

type Typed = Parameters<typeof addChannelAction>[1];

const EMPTY: Typed = { kind: "slack", name: "", locale: "ja", url: "" };

const KEPT = keptTyped<Typed>();

type Props = { environment: Environment; readerId: string };

/** The form of a new channel. The signing secret of a webhook is shown until it was stored. */
export function AddChannel({ environment, readerId }: Props) {
  const t = useTranslations("notifications");
  const form = useKeptTyped(KEPT, { author: readerId, about: environment }, () => EMPTY);
  const { typed } = form;
  const { shown, show, forget } = useShownSecrets<{ name: string; secret: string }>();
  const add = useCommand((channel: Typed) => addChannelAction(environment, channel), {
    typed,
    onDone: ({ secret }, sent) => {
      if (secret !== null) show({ name: sent.name, secret });
      if (isAsSent(sent, typed)) form.forget(EMPTY);
    },
  });
  const set = (part: Partial<Typed>) => form.setTyped({ ...typed, ...part });
  return (
    <div className="grid gap-3 border-t border-border px-4 py-3.5">
      {shown.map((made) => (
        <ShownSecret key={made.secret} of="notifications" {...made} onKept={() => forget(made)} />
      ))}
      <h3 className="text-sm font-semibold">{t("add.title")}</h3>
      <RestoredInput of="common.restored" isShown={form.isRestored} onDiscard={form.restart} />
      <CommandForm isPending={add.isPending} onSend={() => add.send(typed)} className="grid gap-3">
        <div className="grid items-start gap-3 sm:grid-cols-3">
          <ChoiceField
            name="kind"
            label={t("channels.kind")}
            problem={add.fields.kind}
            options={CHANNEL_KINDS}
            text={(kind) => t(`kinds.${kind}`)}
            value={typed.kind}
            onChange={(kind) => set({ kind })}
          />
          <TextField
            name="name"
            label={t("channels.name")}
            problem={add.fields.name}
            value={typed.name}
            onChange={(name) => set({ name })}
          />
          <FormField name="locale" label={t("channels.locale")} problem={add.fields.locale}>
            {(control) => (
              <NativeSelect
                {...control}
                value={typed.locale}
                onChange={({ target }) => set({ locale: LOCALES.find((one) => one === target.value) ?? typed.locale })}
              >
                {LOCALES.map((locale) => (
                  <option key={locale} value={locale} lang={locale}>
                    {LANGUAGES[locale]}
                  </option>
                ))}
              </NativeSelect>
            )}
          </FormField>
        </div>
        <TextField
          name="url"
          label={t("add.url")}
          hint={t("add.urlHint")}
          problem={add.fields.url}
          value={typed.url}
          onChange={(url) => set({ url })}
          inputMode="url"
        />
        <Button type="submit" size="field" className="justify-self-start" disabled={add.isPending}>
          {t(add.isPending ? "add.adding" : "add.submit")}
        </Button>
        <CommandProblem of={add} say={(problem) => t(`problems.${problem}`)} />
      </CommandForm>
    </div>
  );
}
