import type { ReactNode } from "react";

/** Nothing there, and why that is so. Never drawn for what could not be read. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-1 px-4 py-6">
      <p className="font-semibold">{title}</p>
      {children && <div className="max-w-prose text-muted-foreground">{children}</div>}
    </div>
  );
}
