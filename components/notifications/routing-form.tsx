"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { saveNotificationSettingsAction } from "@/lib/notifications/actions";
import type { ChannelView } from "@/lib/notifications/schema";
import type { NotificationSettings } from "@/lib/notifications/settings";
import { RoutingAmounts } from "./routing-amounts";
import { RoutingMatrix } from "./routing-matrix";
import { RoutingOptions } from "./routing-options";

type Sent = Parameters<typeof saveNotificationSettingsAction>[1];
export type FloorCurrencies = readonly Sent["lowBalance"][number]["currency"][];

type Props = {
  environment: Environment;
  settings: NotificationSettings;
  channels: ChannelView[];
  currencies: FloorCurrencies;
};

/** Who hears of which event, and when. One form, saved as a whole. */
export function RoutingForm({ environment, settings, channels, currencies }: Props) {
  const t = useTranslations("notifications.routing");
  const problems = useTranslations("notifications.problems");
  const [edited, setEdited] = useState(settings);
  const [floors, setFloors] = useState<Record<string, string>>(() =>
    Object.fromEntries(settings.lowBalance.map(({ currency, amount }) => [currency, amount])),
  );
  const lowBalance = currencies
    .map((currency) => ({ currency, amount: floors[currency] ?? "" }))
    .filter(({ amount }) => amount.trim() !== "");
  const typed = { ...edited, reaches: reachesOf(edited, channels), lowBalance };
  const save = useCommand((sent: Sent) => saveNotificationSettingsAction(environment, sent), { typed });
  const problemOf = (currency: string) =>
    save.fields[`lowBalance.${lowBalance.findIndex((one) => one.currency === currency)}.amount`];
  const change = (next: NotificationSettings) => {
    if (save.isDone) save.reset();
    setEdited(next);
  };
  return (
    <TitledCard title={t("title")}>
      <p className="border-b border-border px-4 py-2.5 text-sm text-muted-foreground">{t("lead")}</p>
      <RoutingMatrix routes={edited.routes} channels={channels} onChange={(routes) => change({ ...edited, routes })} />
      <RoutingAmounts {...{ edited, channels, currencies }} fields={save.fields} onChange={change} />
      <RoutingOptions
        {...{ edited, currencies, floors, problemOf }}
        fields={save.fields}
        onChange={change}
        onFloor={(currency, amount) => {
          if (save.isDone) save.reset();
          setFloors({ ...floors, [currency]: amount });
        }}
      />
      <div className="grid justify-items-start gap-2 border-t border-border px-4 py-3">
        <Button variant="primary" size="field" disabled={save.isPending} onClick={() => save.send(typed)}>
          {t(save.isPending ? "saving" : "save")}
        </Button>
        <p role="status" className="text-sm text-muted-foreground empty:hidden">
          {save.isDone && t("saved")}
        </p>
        <CommandProblem of={save} say={(problem) => problems(problem)} />
      </div>
    </TitledCard>
  );
}

/** Of channels that were removed nothing is kept. */
const reachesOf = ({ reaches }: NotificationSettings, channels: ChannelView[]): NotificationSettings["reaches"] =>
  Object.fromEntries(Object.entries(reaches).filter(([id]) => channels.some((channel) => channel.id === id)));
