"use client";

import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { ConfirmedButton } from "@/components/commands/confirmed-button";
import { useCommand } from "@/components/commands/use-command";
import type { Environment } from "@/lib/environment";
import { withdrawStatementAction } from "@/lib/reconciliation/actions";
import { statementCache } from "@/lib/reconciliation/cache";
import type { StatementRow } from "@/lib/reconciliation/statements/schema";

type Props = {
  environment: Environment;
  statement: Pick<StatementRow, "statementId" | "name">;
  onDone?: () => void;
};

/** Takes a statement back with a second press. */
export function WithdrawStatement({ environment, statement: { statementId, name }, onDone }: Props) {
  const t = useTranslations("statements.withdraw");
  const withdraw = useCommand(() => withdrawStatementAction(environment, { statementId }), {
    changes: statementCache.all(environment),
    refreshes: true,
    ...(onDone && { onDone }),
  });
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2 has-[p]:min-w-48">
        <ConfirmedButton
          variant="destructive"
          usual={{ text: t(withdraw.isLeaving ? "sending" : "open"), label: t("openWhich", { name }) }}
          sure={{ text: t("confirm"), label: t("confirm") }}
          keep={t("keep")}
          means={t("means")}
          isBusy={withdraw.isLeaving}
          onSure={() => withdraw.send(undefined)}
        />
      </div>
      <CommandProblem of={withdraw} say={(kind) => t(`problems.${kind}`)} />
    </div>
  );
}
