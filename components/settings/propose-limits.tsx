"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { keptTyped } from "@/components/forms/kept-typed";
import { RestoredInput } from "@/components/forms/restored-input";
import { isAsSent } from "@/components/forms/still-wrong";
import { type KeptSettings, useKeptSettings } from "@/components/forms/use-kept-settings";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { proposeLimitsAction } from "@/lib/limits/actions";
import type { DailyLimit } from "@/lib/limits/rules";
import { ChangedMeanwhile } from "./changed-meanwhile";
import { LimitFields, limitsIn, typedLimits } from "./limit-fields";

type Props = { environment: Environment; inForce: DailyLimit[]; isOpen: boolean; readerId: string };

const KEPT = keptTyped<KeptSettings<ReturnType<typeof typedLimits>, DailyLimit[]>>();

/** The daily limits as a form, like that of the rules. */
export function ProposeLimits({ environment, inForce, isOpen, readerId }: Props) {
  const t = useTranslations("limits");
  const rules = useTranslations("rules");
  const form = useKeptSettings({
    ...{ kept: KEPT, author: readerId, about: environment, inForce },
    begin: () => typedLimits(inForce),
  });
  const limits = limitsIn(form.values);
  const propose = useCommand((input: { limits: typeof limits }) => proposeLimitsAction(environment, input), {
    typed: { limits },
    onDone: (_, sent) => isAsSent(sent, { limits }) && form.forget(form.typed),
  });
  const { reset } = propose;
  // As it was in force when the form was begun, or as it is now.
  const isUntouched = [form.seen, inForce].some((held) =>
    isAsSent({ limits: limitsIn(typedLimits(held)) }, { limits }),
  );
  if (form.isOutdated && (isUntouched || propose.isSaved)) form.restart();
  useEffect(() => {
    if (!isOpen) reset();
  }, [isOpen, reset]);
  return (
    <TitledCard title={t("change")}>
      <div className="grid gap-3 p-4">
        <p className="text-sm text-muted-foreground">{t("changeLead")}</p>
        <RestoredInput of="common.restored" isShown={form.isRestored && !form.isOutdated} onDiscard={form.restart} />
        <LimitFields of="limit" typed={form.values} problems={propose.fields} onChange={form.setValues} />
        <Button
          className="justify-self-start"
          variant={isOpen ? "secondary" : "primary"}
          size="field"
          disabled={propose.isPending}
          onClick={() => propose.send({ limits })}
        >
          {propose.isPending ? rules("proposing") : t("propose")}
        </Button>
        <ChangedMeanwhile of="limits" isShown={form.isOutdated} onRestart={form.restart} />
        <CommandProblem of={propose} say={(kind) => rules(`problems.${kind}`)} />
      </div>
    </TitledCard>
  );
}
