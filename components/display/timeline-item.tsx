import type { ReactNode } from "react";
import { Timestamp } from "@/components/display/timestamp";

const DOT = {
  plain: "border-subtle-foreground bg-card",
  ours: "border-primary bg-primary",
  watch: "border-warning bg-warning",
  failed: "border-destructive bg-destructive",
  paid: "border-success bg-success",
};
export type Dot = keyof typeof DOT;

type Props = { at: string; dot: Dot; headline: string; detail: string; children?: ReactNode };

/** One entry of a timeline: when, what, what is worth knowing beside it, and the raw text behind it. */
export function TimelineItem({ at, dot, headline, detail, children }: Props) {
  return (
    <li className="group grid grid-cols-[3.875rem_0.5625rem_minmax(0,1fr)] gap-x-3.5 pb-2.5 break-inside-avoid">
      <span className="pt-px text-right text-xs text-subtle-foreground">
        <Timestamp at={at} style="time" />
      </span>
      <span aria-hidden className="relative">
        <span className="absolute top-2 -bottom-6 left-1 w-px bg-border-strong group-last:hidden" />
        <span className={`absolute top-1.5 left-0 size-2.25 rounded-full border-2 ${DOT[dot]}`} />
      </span>
      {/* What is there on demand stands at the right until it is opened, and makes the line no higher. */}
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 [&>details[open]]:basis-full [&>details:not([open])]:-my-1">
        <p className="min-w-0 flex-1 basis-72">
          <span className="font-medium">{headline}</span>{" "}
          {detail && <span className="text-xs text-subtle-foreground">{detail}</span>}
        </p>
        {children}
      </div>
    </li>
  );
}
