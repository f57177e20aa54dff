"use client";

import { X } from "lucide-react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { Button } from "@/components/ui/button";
import { dismissRequestAction } from "@/lib/dashboard/actions";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { Environment } from "@/lib/environment";

type Props = {
  environment: Environment;
  /** Also the ID of the element that says which one it is. */
  proposalId: string;
  /** From the server where the page sends no words of approvals. */
  words: { dismiss: string; dismissOne: string; notDismissed: string; changed: string };
};

/** Removes it from Today and from the page where it was proposed. */
export function DismissRequest({ environment, proposalId, words }: Props) {
  const dismiss = useCommand(() => dismissRequestAction(environment, { proposalId }), {
    changes: dashboardCache.counts(environment).queryKey,
    refreshes: true,
  });
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        disabled={dismiss.isLeaving}
        aria-label={words.dismissOne}
        aria-describedby={proposalId}
        onClick={() => dismiss.send(undefined)}
      >
        <X aria-hidden />
        {words.dismiss}
      </Button>
      <CommandProblem of={dismiss} say={(one) => (one === "unreachable" ? words.notDismissed : words.changed)} />
    </>
  );
}
