"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { limitsIn, typedLimits } from "@/components/settings/limit-fields";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { saveNotificationSettingsAction } from "@/lib/notifications/actions";
import type { ChannelView } from "@/lib/notifications/schema";
import { minutesIn, type NotificationSettings, withoutRemoved } from "@/lib/notifications/settings";
import { RoutingAmounts } from "./routing-amounts";
import { RoutingMatrix } from "./routing-matrix";
import { type EditedSettings, RoutingOptions } from "./routing-options";

type Sent = Parameters<typeof saveNotificationSettingsAction>[1];

type Props = {
  environment: Environment;
  settings: NotificationSettings;
  changedAt: string | null;
  channels: ChannelView[];
};

/** Who hears of which event, and when. One form, saved as a whole. */
export function RoutingForm({ environment, settings, changedAt, channels }: Props) {
  const t = useTranslations("notifications");
  const [edited, setEdited] = useState<EditedSettings>(settings);
  const [minutes, setMinutes] = useState(String(settings.unseenMinutes));
  const [floors, setFloors] = useState(() => typedLimits(settings.lowBalance));
  const lowBalance = limitsIn(floors);
  // Of what stands in the form: the settings are read again after each answer, the form is not.
  const [seen, setSeen] = useState(changedAt);
  const typed = { ...withoutRemoved(edited, channels), unseenMinutes: minutesIn(minutes), lowBalance };
  const save = useCommand((sent: Sent) => saveNotificationSettingsAction(environment, sent), {
    typed,
    onDone: (saved) => setSeen(saved.changedAt),
  });
  const problemOf = (currency: string) =>
    save.fields[`lowBalance.${lowBalance.findIndex((one) => one.currency === currency)}.amount`];
  return (
    <TitledCard title={t("routing.title")}>
      <p className="border-b border-border px-4 py-2.5 text-sm text-muted-foreground">{t("routing.lead")}</p>
      <RoutingMatrix
        routes={edited.routes}
        channels={channels}
        onChange={(routes) => setEdited({ ...edited, routes })}
      />
      <RoutingAmounts {...{ edited, channels }} fields={save.fields} onChange={setEdited} />
      <RoutingOptions
        {...{ edited, minutes, floors, problemOf }}
        fields={save.fields}
        onChange={setEdited}
        onMinutes={setMinutes}
        onFloor={(currency, amount) => setFloors({ ...floors, [currency]: amount })}
      />
      <div className="grid justify-items-start gap-2 border-t border-border px-4 py-3">
        <Button variant="primary" size="field" disabled={save.isPending} onClick={() => save.send({ ...typed, seen })}>
          {t(save.isPending ? "saving" : "routing.save")}
        </Button>
        <p role="status" className="text-sm text-muted-foreground empty:hidden">
          {save.isSaved && t("saved")}
        </p>
        <CommandProblem of={save} say={(problem) => t(`problems.${problem}`)} />
      </div>
    </TitledCard>
  );
}
