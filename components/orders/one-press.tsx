import type { ReactNode } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import type { Say, Tried } from "@/components/commands/use-command-problem";
import { Button } from "@/components/ui/button";

type Props<Refusal extends { kind: string }> = {
  of: Tried<Refusal> & { isLeaving: boolean };
  say: Say<Refusal>;
  onPress: () => void;
  children: ReactNode;
};

/** An action that needs no confirmation, and why it was not done. */
export function OnePress<Refusal extends { kind: string }>({ of, say, onPress, children }: Props<Refusal>) {
  return (
    <>
      <Button className="justify-self-start pointer-coarse:min-h-11" disabled={of.isLeaving} onClick={onPress}>
        {children}
      </Button>
      <CommandProblem of={of} say={say} />
    </>
  );
}
