import type { ReactNode } from "react";

/** Names on the left, what holds on the right: one level of card, a hairline between two facts. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl>{children}</dl>;
}

type Props = { name: ReactNode; hint?: ReactNode; align?: "left" | "right"; children: ReactNode };

export function Fact({ name, hint, align = "left", children }: Props) {
  return (
    <div className="grid grid-cols-[minmax(6.5rem,2fr)_minmax(0,5fr)] gap-3 border-b border-border px-4 py-2.25 last:border-b-0">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className={align === "right" ? "text-right" : undefined}>
        {children}
        {hint && <span className="block text-xs text-subtle-foreground">{hint}</span>}
      </dd>
    </div>
  );
}
