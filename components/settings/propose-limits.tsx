"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { proposeLimitsAction } from "@/lib/limits/actions";
import type { DailyLimit } from "@/lib/limits/rules";
import { LimitFields, limitsIn, typedLimits } from "./limit-fields";

type Props = { environment: Environment; inForce: DailyLimit[]; isOpen: boolean };

/** The daily limits as a form. */
export function ProposeLimits({ environment, inForce, isOpen }: Props) {
  const t = useTranslations("limits");
  const rules = useTranslations("rules");
  const [typed, setTyped] = useState(() => typedLimits(inForce));
  const limits = limitsIn(typed);
  const propose = useCommand((input: { limits: typeof limits }) => proposeLimitsAction(environment, input), {
    typed: { limits },
  });
  return (
    <TitledCard title={t("change")}>
      <div className="grid gap-3 p-4">
        <p className="text-sm text-muted-foreground">{t("changeLead")}</p>
        <LimitFields of="limit" typed={typed} problems={propose.fields} onChange={setTyped} />
        <Button
          className="justify-self-start"
          variant={isOpen ? "secondary" : "primary"}
          size="field"
          disabled={propose.isPending}
          onClick={() => propose.send({ limits })}
        >
          {propose.isPending ? rules("proposing") : t("propose")}
        </Button>
        <CommandProblem of={propose} say={(kind) => rules(`problems.${kind}`)} />
      </div>
    </TitledCard>
  );
}
