"use client";

import { type ReactNode, useState } from "react";

type Props = { summary: ReactNode; children: ReactNode };

/** Something that is there on demand. Its content is not made before it is asked for. */
export function Disclosure({ summary, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="text-xs not-open:print:hidden">
      <summary className="w-fit py-0.5 leading-6 text-muted-foreground underline underline-offset-2 hover:text-foreground">
        {summary}
      </summary>
      {open && children}
    </details>
  );
}
