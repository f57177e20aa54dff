"use client";

import { useState } from "react";
import { Input } from "@/components/ui/input";
import { isWholeDay } from "./whole-day";

export type Days = { from: string; to: string };
type Props = {
  days: Days;
  labels: Days;
  /** Called at each change: null as long as the boxes are not two days in this order. */
  onChoose: (days: Days | null) => void;
};

const textOf = ({ from, to }: Days) => `${from} ${to}`;

/** The first and the last Tokyo day, without a button. */
export function DayBoxes({ days, labels, onChoose }: Props) {
  const [typed, setTyped] = useState(days);
  const [before, setBefore] = useState(textOf(days));
  // What was chosen here comes back as `days`, maybe later than the next key. Other days come from elsewhere.
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const now = textOf(days);
  if (now !== before) {
    setBefore(now);
    const at = chosen.lastIndexOf(now);
    setChosen(chosen.slice(at + 1));
    if (at === -1) {
      setChosen([]);
      setTyped(days);
    }
  }
  const isWhole = isWholeDay(typed.from) && isWholeDay(typed.to);
  const isReversed = isWhole && typed.from > typed.to;
  const change = (changed: Partial<Days>) => {
    const next = { ...typed, ...changed };
    setTyped(next);
    const isRange = isWholeDay(next.from) && isWholeDay(next.to) && next.from <= next.to;
    if (isRange) setChosen([...chosen, textOf(next)]);
    onChoose(isRange ? next : null);
  };
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {(["from", "to"] as const).map((end) => (
        <Input
          key={end}
          type="date"
          name={end}
          aria-label={labels[end]}
          aria-invalid={isReversed || undefined}
          required
          value={typed[end]}
          onChange={({ target }) => change({ [end]: target.value })}
          className="min-h-8 w-36 py-0.5 text-md"
        />
      ))}
    </div>
  );
}
