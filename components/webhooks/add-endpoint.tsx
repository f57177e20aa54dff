"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { ShownSecret } from "@/components/display/shown-secret";
import { useShownSecrets } from "@/components/display/use-shown-secrets";
import { CommandForm } from "@/components/forms/command-form";
import { flipped } from "@/components/forms/flipped";
import { TextField } from "@/components/forms/form-field";
import { Button } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import { addEndpointAction } from "@/lib/webhooks/actions";
import { WEBHOOK_EVENTS, type WebhookEventType } from "@/lib/webhooks/events";

type Typed = Parameters<typeof addEndpointAction>[1];

const EMPTY: Typed = { name: "", url: "", types: [...WEBHOOK_EVENTS] };

/** The form of a new endpoint. */
export function AddEndpoint({ environment }: { environment: Environment }) {
  const t = useTranslations("webhooks");
  const [typed, setTyped] = useState(EMPTY);
  const { shown, show, forget } = useShownSecrets<{ name: string; secret: string }>();
  const add = useCommand((endpoint: Typed) => addEndpointAction(environment, endpoint), {
    typed,
    onDone: ({ secret }, sent) => {
      show({ name: sent.name, secret });
      setTyped((now) => (now === sent ? EMPTY : now));
    },
  });
  const flip = (type: WebhookEventType) => setTyped({ ...typed, types: flipped(typed.types, type) });
  return (
    <div className="grid gap-3 border-t border-border px-4 py-3.5">
      {shown.map((made) => (
        <ShownSecret key={made.secret} of="notifications" {...made} onKept={() => forget(made)} />
      ))}
      <h3 className="text-sm font-semibold">{t("add.title")}</h3>
      <CommandForm isPending={add.isPending} onSend={() => add.send(typed)} className="grid gap-3">
        <div className="grid items-start gap-3 sm:grid-cols-3">
          <TextField
            name="name"
            label={t("add.name")}
            problem={add.fields.name}
            value={typed.name}
            onChange={(name) => setTyped({ ...typed, name })}
          />
          <div className="sm:col-span-2">
            <TextField
              name="url"
              label={t("add.url")}
              hint={t("add.urlHint")}
              problem={add.fields.url}
              value={typed.url}
              onChange={(url) => setTyped({ ...typed, url })}
              inputMode="url"
            />
          </div>
        </div>
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
          <legend className="mb-1 text-sm font-medium">{t("add.types")}</legend>
          {WEBHOOK_EVENTS.map((type) => (
            <label key={type} className="flex min-h-6 items-center gap-2 text-md">
              <input type="checkbox" checked={typed.types.includes(type)} onChange={() => flip(type)} />
              {t(`types.${type.replace(".", "_") as "order_created"}`)}{" "}
              <span className="font-mono text-xs text-muted-foreground">{type}</span>
            </label>
          ))}
        </fieldset>
        <Button
          type="submit"
          variant="primary"
          size="field"
          className="justify-self-start"
          disabled={add.isPending || typed.types.length === 0}
        >
          {t(add.isPending ? "add.adding" : "add.submit")}
        </Button>
        <CommandProblem of={add} say={(problem) => t(`problems.${problem}`)} />
      </CommandForm>
    </div>
  );
}
