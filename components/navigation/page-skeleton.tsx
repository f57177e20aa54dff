"use client";

import type { ReactNode } from "react";
import { useHydrated } from "@/components/use-hydrated";
import { cn } from "@/lib/cn";

/**
 * Over the page before, while the next one is on its way: its heading and the grid of what it holds. It comes by CSS from
 * the mark of the pressed link, and not by a `loading.tsx`, behind which React would keep the page back (ADR 9). It fades
 * in, so that a page that is there within a tenth of a second takes its place without a flash. What was typed on the page
 * before stays below it, and is there again where the next page does not come. What is not seen cannot be pressed: the
 * shell puts what is fixed on that page below it as well.
 */
export function PageSkeleton() {
  // Before that a press loads the whole next page: not in what the server sends.
  if (!useHydrated()) return null;
  return (
    <>
      <Shape className="group-has-[[data-pending=list]]/page:block">
        <div className="mb-2.5 flex gap-2">
          <Block className="h-7.5 w-56 rounded-lg" />
          <Block className="h-7.5 w-22 rounded-lg" />
          <Block className="h-7.5 w-22 rounded-lg max-md:hidden" />
        </div>
        <Rows count={14} />
      </Shape>
      <Shape className="group-has-[[data-pending=cards]]/page:block">
        <div className="mb-4 grid gap-4 sm:grid-cols-3">
          <Block className="h-31" />
          <Block className="h-31 max-sm:hidden" />
          <Block className="h-31 max-sm:hidden" />
        </div>
        <Columns />
      </Shape>
      <Shape className="group-has-[[data-pending=record]]/page:block">
        <Columns />
      </Shape>
    </>
  );
}

function Shape({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div
      aria-hidden
      data-skeleton
      className={cn(
        "absolute inset-0 z-5 hidden overflow-clip bg-background transition-opacity delay-25 duration-75 starting:opacity-0 print:hidden",
        className,
      )}
    >
      <div className="sticky top-header max-w-400 px-4 pt-4.5 md:px-6">
        <Block className="h-7 w-44 rounded-md" />
        <Bar className="mt-2.5 mb-4.5 w-64 max-w-full" />
        {children}
      </div>
    </div>
  );
}

/** Still, other than `Skeleton`: a browser draws each part that moves on its own, which would delay the page. */
const Block = ({ className }: { className: string }) => <div className={cn("rounded-xl bg-muted", className)} />;
const Bar = ({ className }: { className: string }) => <div className={cn("h-2.5 rounded-sm bg-accent", className)} />;

/** Rows of a list, as high as those that come. */
const Rows = ({ count }: { count: number }) => (
  <div className="rounded-xl border border-border bg-card">
    {Array.from({ length: count }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: all alike, and never in another order
      <Row key={row} isShort={row % 3 === 1} />
    ))}
  </div>
);

const Row = ({ isShort }: { isShort: boolean }) => (
  <div className="flex h-10 items-center gap-8 px-4 max-md:gap-4 not-first:border-t not-first:border-border">
    <Bar className="w-13 max-md:hidden" />
    <Bar className={isShort ? "w-24" : "w-32"} />
    <Bar className={cn("max-md:hidden", isShort ? "w-30" : "w-22")} />
    <Bar className="ml-auto w-14" />
    <Bar className="h-5 w-21" />
  </div>
);

function Columns() {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[2fr_1fr]">
      <Rows count={10} />
      <Block className="h-72" />
    </div>
  );
}
