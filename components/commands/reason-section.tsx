import type { ReactNode } from "react";
import { TextField } from "@/components/forms/form-field";
import { Button } from "@/components/ui/button";
import { CommandProblem } from "./command-problem";
import type { Say, Tried } from "./use-command-problem";

type Props<Refusal extends { kind: string }> = {
  name: string;
  words: { title: string; lead?: string; reason: string; send: string };
  command: Tried<Refusal> & { isPending: boolean; fields: { reason?: string } };
  say: Say<Refusal>;
  about?: ReactNode;
  reason: string;
  onReason: (reason: string) => void;
  onSend: () => void;
  isDestructive?: boolean;
  /** What became of it. */
  children?: ReactNode;
};

/** A step that needs a reason, in the panel of a row. */
export function ReasonSection<Refusal extends { kind: string }>(props: Props<Refusal>) {
  const { name, words, command, say, about, reason, onReason, onSend, isDestructive = false, children } = props;
  return (
    <section className="grid gap-2 border-t border-border pt-4">
      <h3 className="text-sm font-semibold">{words.title}</h3>
      {words.lead && <p className="text-xs text-muted-foreground">{words.lead}</p>}
      {about}
      <TextField
        {...{ name, value: reason }}
        label={words.reason}
        problem={command.fields.reason}
        onChange={onReason}
      />
      <Button
        variant={isDestructive ? "destructive" : "secondary"}
        className="justify-self-start"
        disabled={reason.trim() === "" || command.isPending}
        onClick={onSend}
      >
        {words.send}
      </Button>
      {children}
      <CommandProblem of={command} say={say} />
    </section>
  );
}
