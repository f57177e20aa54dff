"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { formatDay } from "@/lib/time";
import { type Days, daysProblem } from "./whole-day";

type Props = {
  days: Days;
  labels: Days;
  /** So many days may be chosen. */
  most?: number;
  /** `days` are those of what is shown below, which stays as it is while the boxes hold no period. */
  isFilter?: boolean;
  /** Called after a pause: null if the boxes are not two days in this order, or too many. */
  onChoose: (days: Days | null) => void;
};

/** Each key makes a day of what is typed so far: "1" of "12" is January. */
const PAUSE_MS = 600;

const textOf = ({ from, to }: Days) => `${from} ${to}`;

/**
 * The first and the last Tokyo day, without a button. The `key` of a filter's is what a link changes that keeps the days
 * of before: such a link takes the place of a choice that is on its way.
 */
export function DayBoxes({ days, labels, most = Number.POSITIVE_INFINITY, isFilter, onChoose }: Props) {
  const t = useTranslations("common");
  const locale = useLocale();
  const problemId = useId();
  const [typed, setTyped] = useState(days);
  const [isTyping, setIsTyping] = useState(false);
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
      setIsTyping(false);
    }
  }
  const problem = isTyping ? null : daysProblem(typed, most);
  const choose = () => {
    setIsTyping(false);
    const isPeriod = daysProblem(typed, most) === null;
    if (isPeriod) setChosen([...chosen, textOf(typed)]);
    onChoose(isPeriod ? typed : null);
  };
  const onPause = useEffectEvent(choose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key begins the pause again
  useEffect(() => {
    if (!isTyping) return;
    const timer = setTimeout(onPause, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isTyping, typed]);
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {(["from", "to"] as const).map((end) => (
        <Input
          key={end}
          type="date"
          name={end}
          aria-label={labels[end]}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problemId}
          required
          value={typed[end]}
          onChange={({ target }) => {
            setTyped({ ...typed, [end]: target.value });
            setIsTyping(true);
          }}
          onBlur={() => isTyping && choose()}
          className="min-h-8 w-36 py-0.5 text-md"
        />
      ))}
      <FieldError id={problemId} role="status">
        {problem && t(problem, { count: most })}
        {problem && isFilter && (
          <span className="block">
            {t("daysShown", { from: formatDay(days.from, locale), to: formatDay(days.to, locale) })}
          </span>
        )}
      </FieldError>
    </div>
  );
}
