"use client";

import { type ReactNode, useState } from "react";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { TextField } from "@/components/forms/form-field";
import { Button } from "@/components/ui/button";

type Props = {
  words: Record<"open" | "lead" | "reason" | "reasonHint" | "submit", string>;
  reason: string;
  onReason: (reason: string) => void;
  reasonProblem: string | undefined;
  /** Why it was not received. */
  problem: string | null;
  /** In flight, or received and not refetched yet. */
  isLeaving: boolean;
  onSubmit: () => void;
  /** What else is asked, before the reason. */
  children?: ReactNode;
};

/** What a person found out elsewhere about an order, behind a button. What was typed stays until it has been received. */
export function FoundOut({ words, reason, onReason, reasonProblem, problem, isLeaving, onSubmit, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="mt-3 grid gap-3">
      <Button className="justify-self-start" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {words.open}
      </Button>
      {isOpen && (
        <>
          <p className="max-w-150 text-[13px] text-muted-foreground">{words.lead}</p>
          {children}
          <div className="max-w-150">
            <TextField
              name="reason"
              label={words.reason}
              hint={words.reasonHint}
              problem={reasonProblem}
              value={reason}
              onChange={onReason}
            />
          </div>
          <Button
            variant="primary"
            className="justify-self-start"
            focusableWhenDisabled
            disabled={isLeaving}
            onClick={onSubmit}
          >
            {words.submit}
          </Button>
        </>
      )}
      <ProblemAlert>{problem}</ProblemAlert>
    </div>
  );
}
