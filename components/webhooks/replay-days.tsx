"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { CommandForm } from "@/components/forms/command-form";
import { FormField } from "@/components/forms/form-field";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Input } from "@/components/ui/input";
import type { Environment } from "@/lib/environment";
import { replayWebhooksAction } from "@/lib/webhooks/actions";
import type { EndpointView } from "@/lib/webhooks/schema";

type Props = { environment: Environment; endpoint: EndpointView };

/** Sends the events of some days again, for a receiver that lost them. */
export function ReplayDays({ environment, endpoint: { id: endpointId, name, disabledAt } }: Props) {
  const t = useTranslations("webhooks");
  const [days, setDays] = useState({ from: "", to: "" });
  const replay = useCommand((range: typeof days) => replayWebhooksAction(environment, { endpointId, ...range }), {
    typed: days,
  });
  return (
    <Disclosure summary={t("replay.title")}>
      <p className="text-xs text-muted-foreground">{t("replay.hint")}</p>
      <CommandForm
        isPending={replay.isPending}
        onSend={() => replay.send(days)}
        className="flex flex-wrap items-end gap-2 py-1"
      >
        {(["from", "to"] as const).map((end) => (
          <FormField key={end} name={`${end}-${endpointId}`} label={t(`replay.${end}`)} problem={replay.fields[end]}>
            {(control) => (
              <Input
                {...control}
                type="date"
                required
                value={days[end]}
                onChange={({ target }) => setDays({ ...days, [end]: target.value })}
              />
            )}
          </FormField>
        ))}
        <Button type="submit" size="field" disabled={replay.isPending} aria-label={t("replay.submitWhich", { name })}>
          {t(replay.isPending ? "replay.sending" : "replay.submit")}
        </Button>
      </CommandForm>
      <p role="status">
        {replay.value && t("replay.done", { count: replay.value.count, isOff: String(disabledAt !== null) })}
      </p>
      <CommandProblem of={replay} say={(problem) => t(`problems.${problem}`)} />
    </Disclosure>
  );
}
