"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { daysUpTo } from "@/lib/time";
import { isWholeDay } from "./whole-day";

export type Days = { from: string; to: string };
type Props = {
  days: Days;
  labels: Days;
  /** So many days may be chosen. */
  most?: number;
  /** Called at each change: null as long as the boxes are not two days in this order, or too many. */
  onChoose: (days: Days | null) => void;
};

const areWhole = ({ from, to }: Days) => isWholeDay(from) && isWholeDay(to);
const textOf = ({ from, to }: Days) => `${from} ${to}`;

/** The first and the last Tokyo day, without a button. */
export function DayBoxes({ days, labels, most = Number.POSITIVE_INFINITY, onChoose }: Props) {
  const t = useTranslations("common");
  const problemId = useId();
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
  const isWrong = areWhole(typed) && daysUpTo(typed, most) === null;
  const isTooLong = isWrong && typed.from <= typed.to;
  const change = (changed: Partial<Days>) => {
    const next = { ...typed, ...changed };
    setTyped(next);
    const isRange = areWhole(next) && daysUpTo(next, most) !== null;
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
          aria-invalid={isWrong || undefined}
          aria-describedby={problemId}
          required
          value={typed[end]}
          onChange={({ target }) => change({ [end]: target.value })}
          className="min-h-8 w-36 py-0.5 text-md"
        />
      ))}
      <FieldError id={problemId} role="status">
        {isTooLong && t("daysMost", { count: most })}
      </FieldError>
    </div>
  );
}
