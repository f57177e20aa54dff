"use client";

import { useTranslations } from "next-intl";
import { useCommand } from "@/components/commands/use-command";
import { useCommandProblem } from "@/components/commands/use-command-problem";
import type { Environment } from "@/lib/environment";
import { assignExceptionsAction } from "@/lib/reconciliation/actions";
import { reconciliationCache } from "@/lib/reconciliation/cache";
import type { AssignInput, ResultRow } from "@/lib/reconciliation/schema";

type Props = { environment: Environment; rows: ResultRow[]; people: { id: string; name: string }[] };

/** Gives the exceptions among the chosen rows to one person. */
export function AssignRows({ environment, rows, people }: Props) {
  const t = useTranslations("reconciliation");
  const assign = useCommand((input: AssignInput) => assignExceptionsAction(environment, input), {
    changes: reconciliationCache.all(environment),
  });
  const problem = useCommandProblem({ of: assign, say: (kind) => t(`detail.problems.${kind}`) });
  const ids = rows.flatMap(({ exception }) => exception?.id ?? []);
  return (
    <>
      <select
        aria-label={t("rows.assign")}
        value=""
        disabled={ids.length === 0 || assign.isPending}
        onChange={({ target }) => assign.send({ ids, owner: target.value === "none" ? null : target.value })}
        className="min-h-6.5 rounded-md border border-border-strong bg-secondary px-2 text-xs"
      >
        <option value="">{t("rows.assign")}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value="none">{t("rows.assignNone")}</option>
      </select>
      <span role="alert" className="text-xs text-destructive empty:hidden">
        {problem}
      </span>
    </>
  );
}
