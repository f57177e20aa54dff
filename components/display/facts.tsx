import type { ReactNode } from "react";
import { Copyable } from "./copyable";

/** Names on the left, what holds on the right: one level of card, a hairline between two facts. */
export function Facts({ align = "left", children }: { align?: "left" | "right"; children: ReactNode }) {
  return <dl className={align === "right" ? "[&_dd]:text-right" : undefined}>{children}</dl>;
}

type Props = { name: ReactNode; hint?: ReactNode; children: ReactNode };

export function Fact({ name, hint, children }: Props) {
  return (
    <div className="grid grid-cols-[minmax(6.5rem,2fr)_minmax(0,5fr)] items-baseline gap-3 border-b border-border px-4 py-2.25 last:border-b-0">
      <dt className="text-muted-foreground">{name}</dt>
      <dd>
        {children}
        {hint && <span className="block text-xs text-subtle-foreground">{hint}</span>}
      </dd>
    </div>
  );
}

/** An ID or a number that can be copied; nothing where there is none. */
export function CopyFact({ name, text }: { name: string; text: string | null }) {
  if (!text) return null;
  return (
    <Fact name={name}>
      <Copyable text={text} what={name} />
    </Fact>
  );
}
