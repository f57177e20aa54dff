"use client";

import { CopyButton } from "@/components/display/copyable";
import { TitledCard } from "@/components/ui/card";

type Props = { title: string; lead: string; code: string; copy: string };

/** A program that runs as it stands, with a button that copies it. */
export function CodeExample({ title, lead, code, copy }: Props) {
  return (
    <TitledCard title={title}>
      <div className="grid gap-2 p-4">
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-0 flex-1 text-sm text-muted-foreground">{lead}</p>
          <CopyButton text={code}>{copy}</CopyButton>
        </div>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="overflow-x-auto rounded-lg bg-muted p-3 font-mono text-xs leading-5"
        >
          {code}
        </pre>
      </div>
    </TitledCard>
  );
}
