import { useLocale } from "next-intl";
import { useEffect, useRef } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { EditsLost } from "@/lib/batches/read-again";
import type { ReadAgainInput } from "@/lib/batches/schema";
import { listText } from "@/lib/i18n/list-text";

type Props = { lost: string; drop: string; keep: string; onDrop: () => void; onKeep: () => void };

/**
 * To read the file in another way loses changes of rows: a user confirms that, or keeps them. It has the focus when it
 * appears: asked a second time, the button that was pressed has gone.
 */
export function LostEdits({ lost, drop, keep, onDrop, onKeep }: Props) {
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => question.current?.focus(), []);
  return (
    <Alert ref={question} tabIndex={-1} tone="watch" role="alert" className="order-last basis-full">
      <p>{lost}</p>
      <p className="flex flex-wrap gap-2 pt-1">
        <Button size="small" variant="destructive" onClick={onDrop}>
          {drop}
        </Button>
        <Button size="small" onClick={onKeep}>
          {keep}
        </Button>
      </p>
    </Alert>
  );
}

const NAMED = 10;

/** What the question about them says. `dropsEdits`: what was agreed to before, if anything. */
export function useLostEdits() {
  const locale = useLocale();
  return ({ lines }: EditsLost, dropsEdits: ReadAgainInput["dropsEdits"]) => ({
    count: lines.length,
    lines: listText([...lines.slice(0, NAMED).map(String), ...(lines.length > NAMED ? ["…"] : [])], locale),
    changed: dropsEdits === null ? "no" : "yes",
  });
}
