"use client";

import { useTranslations } from "next-intl";
import { Fragment, useId } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { useSecondPress } from "@/components/commands/use-second-press";
import { Button } from "@/components/ui/button";
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
  const id = useId();
  const { isAsked, isKept, ask, keep } = useSecondPress();
  const withdraw = useCommand(() => withdrawStatementAction(environment, { statementId }), {
    changes: statementCache.all(environment),
    refreshes: true,
    ...(onDone && { onDone }),
  });
  return (
    <div className="grid gap-2">
      {/* Of their own keys: a button that became another one would keep the focus. */}
      {isAsked ? (
        <Fragment key="asked">
          <p id={id} className="min-w-48 text-xs text-muted-foreground">
            {t("means")}
          </p>
          <span className="flex gap-2">
            <Button size="small" autoFocus aria-describedby={id} onClick={keep}>
              {t("keep")}
            </Button>
            <Button
              size="small"
              variant="destructive"
              disabled={withdraw.isLeaving}
              onClick={() => withdraw.send(undefined)}
            >
              {t(withdraw.isLeaving ? "sending" : "confirm")}
            </Button>
          </span>
        </Fragment>
      ) : (
        <Button
          key="usual"
          size="small"
          className="justify-self-start"
          autoFocus={isKept}
          aria-label={t("openWhich", { name })}
          onClick={ask}
        >
          {t("open")}
        </Button>
      )}
      <CommandProblem of={withdraw} say={(kind) => t(`problems.${kind}`)} />
    </div>
  );
}
