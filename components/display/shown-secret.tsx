"use client";

import { Copyable } from "@/components/display/copyable";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

type Props = { secret: string; words: Record<"title" | "once" | "what" | "kept", string>; onKept: () => void };

/** A secret, shown until it was stored. */
export function ShownSecret({ secret, words: { title, once, what, kept }, onKept }: Props) {
  return (
    <section className="grid justify-items-start gap-3 rounded-lg border border-border-strong bg-muted p-4">
      <h3 className="font-semibold">{title}</h3>
      <Alert tone="watch">{once}</Alert>
      <Copyable text={secret} what={what} />
      <Button size="field" onClick={onKept}>
        {kept}
      </Button>
    </section>
  );
}
