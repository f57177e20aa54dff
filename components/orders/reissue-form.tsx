"use client";

import { type ReactNode, useId } from "react";
import { Sending } from "@/components/commands/read-only";
import { useSecondPress } from "@/components/commands/use-second-press";
import { Button } from "@/components/ui/button";
import type { Result } from "@/lib/result";
import type { TransactionView } from "@/lib/transactions/schema";
import { isReissuable } from "@/lib/transactions/submission/submission";

type ReissueText = Record<"open" | "sure" | "confirm" | "making" | "cancel", string>;

type Props = {
  order: TransactionView;
  words: ReissueText;
  reissue: { data: Result<unknown, unknown> | undefined; isPending: boolean };
  /** Why nothing was made, or null where nothing went wrong. */
  problem: ReactNode;
  onConfirm: () => void;
  /** What else is asked before it is confirmed. */
  children?: ReactNode;
};

/** The same order under a new, linked ID, once the first request can no longer be accepted. */
export function ReissueForm({ order, words, reissue, problem, onConfirm, children }: Props) {
  const id = useId();
  const { isAsked, isKept, ask, keep } = useSecondPress();
  const { submission, conflict, replacedBy } = order;
  const { isPending } = reissue;
  if (replacedBy !== null || reissue.data?.ok) return null;
  if (!isReissuable(submission) || conflict) return null;

  return (
    <Sending className="mt-3">
      <div className="mt-3 flex flex-wrap items-center gap-2.5">
        {isAsked ? (
          <>
            <p id={id} className="w-full text-sm">
              {words.sure}
            </p>
            {children}
            <Button variant="primary" disabled={isPending} onClick={onConfirm}>
              {isPending ? words.making : words.confirm}
            </Button>
            <Button autoFocus aria-describedby={id} disabled={isPending} onClick={keep}>
              {words.cancel}
            </Button>
          </>
        ) : (
          <Button autoFocus={isKept} onClick={ask}>
            {words.open}
          </Button>
        )}
        <p role="alert" className="text-sm text-destructive empty:hidden">
          {problem}
        </p>
      </div>
    </Sending>
  );
}
