"use client";

import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { recheckDeliveryAction } from "@/lib/activity/actions";
import { activityCache } from "@/lib/activity/cache";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment; deliveryId: string };

/** Checks one delivery again, as it came, with the secret of today. */
export function Recheck({ environment, deliveryId }: Props) {
  const t = useTranslations("activity");
  const recheck = useCommand((delivery: { deliveryId: string }) => recheckDeliveryAction(environment, delivery), {
    changes: activityCache.all(environment),
  });
  const { value } = recheck;
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <Button size="small" disabled={recheck.isPending} onClick={() => recheck.send({ deliveryId })}>
        {recheck.isPending ? t("rechecking") : t("recheck")}
      </Button>
      <div role="status">
        {value && (
          <Alert>
            {t("rechecked", { signature: t(`signatures.${value.signature}`), asks: value.asks ? "yes" : "no" })}
          </Alert>
        )}
      </div>
      <CommandProblem of={recheck} say={(kind) => t(`recheckProblems.${kind}`)} />
    </div>
  );
}
