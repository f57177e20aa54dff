"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import type { TransactionView } from "@/lib/transactions/schema";
import { isReissuable, isUnknown } from "@/lib/transactions/submission/submission";

export type ReissueText = Record<"locked" | "lockedWhy" | "open" | "sure" | "confirm" | "making" | "cancel", string>;

type Props = {
  order: TransactionView;
  words: ReissueText;
  isMade: boolean;
  isPending: boolean;
  /** Why nothing was made, or null where nothing went wrong. */
  problem: string | null;
  onConfirm: () => void;
  /** What else is asked before it is confirmed. */
  children?: ReactNode;
};

/**
 * The same order under a new, linked id. While the first request may still be accepted, the action stays in sight,
 * locked, and says when and why it opens.
 */
export function ReissueForm({ order, words, isMade, isPending, problem, onConfirm, children }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const { submission, conflict, replacedBy } = order;
  if (replacedBy !== null || isMade) return null;
  if (isUnknown(submission)) {
    return (
      <div className="mt-3 flex flex-wrap items-center gap-2.5">
        <Button focusableWhenDisabled disabled aria-describedby="again-locked">
          {words.locked}
        </Button>
        <p id="again-locked" className="text-xs text-subtle-foreground">
          {words.lockedWhy}
        </p>
      </div>
    );
  }
  if (!isReissuable(submission) || conflict) return null;

  return (
    <div className="mt-3 flex flex-wrap items-center gap-2.5">
      {isAsking ? (
        <>
          <p className="w-full text-[13px]">{words.sure}</p>
          {children}
          <Button variant="primary" focusableWhenDisabled disabled={isPending} onClick={onConfirm}>
            {isPending ? words.making : words.confirm}
          </Button>
          <Button disabled={isPending} onClick={() => setIsAsking(false)}>
            {words.cancel}
          </Button>
        </>
      ) : (
        <Button onClick={() => setIsAsking(true)}>{words.open}</Button>
      )}
      <p role="alert" className="text-[13px] text-destructive empty:hidden">
        {problem}
      </p>
    </div>
  );
}
