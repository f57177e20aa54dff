import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

type Props = { number: number; title: ReactNode; aside?: ReactNode; children: ReactNode };

/** A numbered part of a form, one below another in one card. */
export function FormGroup({ number, title, aside, children }: Props) {
  return (
    <section className="grid gap-3 border-b border-border px-5 pt-4 pb-4.5 last:border-b-0 max-md:px-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="flex items-center gap-2 text-base font-semibold">
          <span
            aria-hidden
            className="grid size-5 place-items-center rounded-full bg-accent text-2xs text-muted-foreground"
          >
            {number}
          </span>
          {title}
        </h2>
        {aside && <div className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-2">{aside}</div>}
      </div>
      {children}
    </section>
  );
}

/** Twelve columns: the width of a field follows what is typed into it. */
export const FORM_GRID = "grid min-w-0 items-start gap-x-4 gap-y-3 sm:grid-cols-12";

export const FormGrid = ({ children }: { children: ReactNode }) => <div className={FORM_GRID}>{children}</div>;

const SPANS = {
  narrow: "sm:col-span-5",
  half: "sm:col-span-6",
  wide: "sm:col-span-7",
  whole: "sm:col-span-12",
} as const;

export const FormCell = ({ span = "half", children }: { span?: keyof typeof SPANS; children: ReactNode }) => (
  <div className={cn("min-w-0", SPANS[span])}>{children}</div>
);
