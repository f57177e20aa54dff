import type { ReactNode } from "react";

type Props = { title: string; lead: string; children: ReactNode };

/** A part of a form that few change; its fields keep what was entered while it is closed. */
export function TitledDisclosure({ title, lead, children }: Props) {
  return (
    <details className="border-t border-border">
      <summary className="px-4 py-2.5 text-sm font-semibold hover:bg-accent pointer-coarse:py-3">{title}</summary>
      <p className="px-4 pb-2.5 text-sm text-muted-foreground">{lead}</p>
      <div className="relative overflow-x-auto">{children}</div>
    </details>
  );
}
