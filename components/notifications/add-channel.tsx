"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { Copyable } from "@/components/display/copyable";
import { FormField, TextField } from "@/components/forms/form-field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { NativeSelect } from "@/components/ui/native-select";
import type { Environment } from "@/lib/environment";
import { LOCALES } from "@/lib/i18n/locale";
import { addChannelAction } from "@/lib/notifications/actions";
import { CHANNEL_KINDS } from "@/lib/notifications/channels";
import { LANGUAGES } from "./languages";

type Typed = Parameters<typeof addChannelAction>[1];

const EMPTY: Typed = { kind: "slack", name: "", locale: "ja", url: "" };

/** The form of a new channel. The signing secret of a webhook is shown until it was stored. */
export function AddChannel({ environment }: { environment: Environment }) {
  const t = useTranslations("notifications");
  const [typed, setTyped] = useState(EMPTY);
  const [shown, setShown] = useState<{ name: string; secret: string } | null>(null);
  const add = useCommand((channel: Typed) => addChannelAction(environment, channel), {
    onDone: ({ secret }) => {
      setShown(secret === null ? null : { name: typed.name, secret });
      setTyped(EMPTY);
    },
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!add.isPending) add.send(typed);
  }
  const set = (part: Partial<Typed>) => setTyped({ ...typed, ...part });
  return (
    <div className="grid gap-3 border-t border-border px-4 py-3.5">
      {shown && (
        <section className="grid justify-items-start gap-3 rounded-lg border border-border-strong bg-muted p-4">
          <h3 className="font-semibold">{t("add.secretTitle", { name: shown.name })}</h3>
          <Alert tone="watch">{t("add.secretOnce")}</Alert>
          <Copyable text={shown.secret} what={t("add.secret")} />
          <Button size="field" onClick={() => setShown(null)}>
            {t("add.kept")}
          </Button>
        </section>
      )}
      <h3 className="text-sm font-semibold">{t("add.title")}</h3>
      <form method="post" onSubmit={submit} className="grid gap-3">
        <div className="grid items-start gap-3 sm:grid-cols-3">
          <FormField name="kind" label={t("channels.kind")} problem={add.fields.kind}>
            {(control) => (
              <NativeSelect
                {...control}
                value={typed.kind}
                onChange={({ target }) =>
                  set({ kind: CHANNEL_KINDS.find((one) => one === target.value) ?? typed.kind })
                }
              >
                {CHANNEL_KINDS.map((kind) => (
                  <option key={kind} value={kind}>
                    {t(`kinds.${kind}`)}
                  </option>
                ))}
              </NativeSelect>
            )}
          </FormField>
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
        <Button
          type="submit"
          size="field"
          className="justify-self-start"
          focusableWhenDisabled
          disabled={add.isPending}
        >
          {t(add.isPending ? "add.adding" : "add.submit")}
        </Button>
        <CommandProblem of={add} say={(problem) => t(`problems.${problem}`)} />
      </form>
    </div>
  );
}
