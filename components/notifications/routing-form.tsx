"use client";

import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { keptTyped } from "@/components/forms/kept-typed";
import { RestoredInput } from "@/components/forms/restored-input";
import { isAsSent } from "@/components/forms/still-wrong";
import { type KeptSettings, useKeptSettings } from "@/components/forms/use-kept-settings";
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

type Typed = { edited: EditedSettings; minutes: string; floors: Record<string, string> };

const KEPT = keptTyped<KeptSettings<Typed>>();

type Props = {
  environment: Environment;
  readerId: string;
  settings: NotificationSettings;
  changedAt: string | null;
  channels: ChannelView[];
};

/** Who hears of which event, and when. One form, saved as a whole. */
export function RoutingForm({ environment, readerId, settings, changedAt, channels }: Props) {
  const t = useTranslations("notifications");
  const common = useTranslations("common");
  const form = useKeptSettings({
    ...{ kept: KEPT, author: readerId, about: environment, inForce: changedAt },
    begin: () => ({
      edited: settings,
      minutes: String(settings.unseenMinutes),
      floors: typedLimits(settings.lowBalance),
    }),
  });
  const { values, seen } = form;
  const { edited, minutes, floors } = values;
  const change = (part: Partial<Typed>) => form.setValues({ ...values, ...part });
  const lowBalance = limitsIn(floors);
  const typed = { ...withoutRemoved(edited, channels), unseenMinutes: minutesIn(minutes), lowBalance };
  const save = useCommand((sent: Sent) => saveNotificationSettingsAction(environment, sent), {
    typed,
    onDone: (saved, sent) => form.onSaved(saved.changedAt, isAsSent(sent, typed)),
  });
  const problemOf = (currency: string) =>
    save.fields[`lowBalance.${lowBalance.findIndex((one) => one.currency === currency)}.amount`];
  return (
    <TitledCard title={t("routing.title")}>
      <p className="border-b border-border px-4 py-2.5 text-sm text-muted-foreground">{t("routing.lead")}</p>
      <div className="px-4 py-2.5 has-[>div:empty]:hidden">
        <RestoredInput of="common.restored" isShown={form.isRestored} onDiscard={form.restart} />
      </div>
      <RoutingMatrix
        routes={edited.routes}
        channels={channels}
        onChange={(routes) => change({ edited: { ...edited, routes } })}
      />
      <RoutingAmounts {...{ edited, channels }} fields={save.fields} onChange={(edited) => change({ edited })} />
      <RoutingOptions
        {...{ edited, minutes, floors, problemOf }}
        fields={save.fields}
        onChange={(edited) => change({ edited })}
        onMinutes={(minutes) => change({ minutes })}
        onFloor={(currency, amount) => change({ floors: { ...floors, [currency]: amount } })}
      />
      <div className="grid justify-items-start gap-2 border-t border-border px-4 py-3">
        <Button variant="primary" size="field" disabled={save.isPending} onClick={() => save.send({ ...typed, seen })}>
          {t(save.isPending ? "saving" : "routing.save")}
        </Button>
        <p role="status" className="text-sm text-muted-foreground empty:hidden">
          {save.isSaved ? t("saved") : form.isKept && common("unsaved")}
        </p>
        <CommandProblem of={save} say={(problem) => t(`problems.${problem}`)} />
      </div>
    </TitledCard>
  );
}
