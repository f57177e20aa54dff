"use client";

import Link from "next/link";
import { useNow } from "@/components/use-now";
import type { Environment } from "@/lib/environment";
import { DAY_MS, tokyoDay } from "@/lib/time";
import { addressOf, type OrderFilter } from "@/lib/transactions/list/filter";

const DAYS = ["today", "yesterday", "month"] as const;

type Props = {
  environment: Environment;
  filter: OrderFilter;
  /** The Tokyo day when the page was made; one that stays open goes on to the next. */
  today: string;
  words: Record<(typeof DAYS)[number] | "all", string>;
};

/** The days that people ask about most. */
export function QuickDays({ environment, filter, today: first, words }: Props) {
  const now = useNow(5_000);
  const today = now === null ? first : tokyoDay(new Date(now));
  const yesterday = tokyoDay(new Date(Date.parse(today) - DAY_MS));
  const days = {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    month: { from: `${today.slice(0, 7)}-01`, to: today },
  };
  return (
    <ul aria-label={words.all} className="flex flex-wrap gap-x-3 text-[13px]">
      {DAYS.map((name) => (
        <li key={name}>
          <Link
            prefetch={false}
            href={`/${environment}/transactions?${addressOf({ ...filter, ...days[name] })}`}
            className="inline-block leading-6 text-primary underline underline-offset-2"
          >
            {words[name]}
          </Link>
        </li>
      ))}
    </ul>
  );
}
