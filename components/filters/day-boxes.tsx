"use client";

import { useState } from "react";
import { Input } from "@/components/ui/input";

type Days = { from: string; to: string };
type Props = {
  days: Days;
  labels: Days;
  /** Called as soon as both are days in this order. */
  onChoose: (days: Days) => void;
};

/** The first and the last Tokyo day, without a button. */
export function DayBoxes({ days, labels, onChoose }: Props) {
  const [typed, setTyped] = useState(days);
  const change = (changed: Partial<Days>) => {
    const next = { ...typed, ...changed };
    setTyped(next);
    if (next.from !== "" && next.to !== "" && next.from <= next.to) onChoose(next);
  };
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {(["from", "to"] as const).map((end) => (
        <Input
          key={end}
          type="date"
          name={end}
          aria-label={labels[end]}
          required
          value={typed[end]}
          onChange={({ target }) => change({ [end]: target.value })}
          className="min-h-8 w-36 py-0.5 text-md"
        />
      ))}
    </div>
  );
}
