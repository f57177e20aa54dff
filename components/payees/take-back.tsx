"use client";

import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { Button } from "@/components/ui/button";
import type { Problem } from "@/lib/auth/problem";
import type { Environment } from "@/lib/environment";
import { payeeCache } from "@/lib/payees/cache";
import type { CannotTakeBack } from "@/lib/payees/commands";
import type { Result } from "@/lib/result";

type Props = {
  environment: Environment;
  label: string;
  send: () => Promise<Result<unknown, CannotTakeBack | Problem>>;
};

/** The proposer takes back one proposal for the payee book, or all that wait of a file. */
export function TakeBack({ environment, label, send }: Props) {
  const t = useTranslations("payees.problems");
  const takeBack = useCommand(send, { changes: payeeCache.all(environment), refreshes: true });
  return (
    <>
      <Button
        className="justify-self-start"
        size="field"
        disabled={takeBack.isLeaving}
        onClick={() => takeBack.send(undefined)}
      >
        {label}
      </Button>
      <CommandProblem of={takeBack} say={(kind) => t(kind)} />
    </>
  );
}
