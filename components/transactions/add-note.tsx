"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type Ref, useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { FormField } from "@/components/forms/form-field";
import { keptTyped } from "@/components/forms/kept-typed";
import { randomHex } from "@/components/forms/random-id";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { useHydrated } from "@/components/use-hydrated";
import type { Environment } from "@/lib/environment";
import { addNoteAction } from "@/lib/transactions/actions";
import { transactionCache } from "@/lib/transactions/cache";
import type { NoteInput } from "@/lib/transactions/schema";

type NoteDraft = { noteId: string; text: string };

const NOTES = keptTyped<NoteDraft>();

type Props = { environment: Environment; referenceId: string; readerId: string; field: Ref<HTMLTextAreaElement> };

/** What a person found out, for the others. It stays until it was received, also where one leaves and comes back. */
export function AddNote({ environment, referenceId, readerId, field }: Props) {
  const t = useTranslations("orders.note");
  const hydrated = useHydrated();
  const about = `${environment}/${referenceId}`;
  const [draft, setDraft] = useState<NoteDraft>(() => NOTES.of(readerId, about) ?? NO_NOTE);
  const save = async (note: NoteInput) => {
    const answer = await addNoteAction(environment, note);
    // It was saved, and the answer was lost: what stands here has other text and is another note.
    if (!answer.ok && answer.error.kind === "note_used") beginNext(null);
    return answer;
  };
  const write = useCommand(save, {
    typed: { text: draft.text },
    // Before the timeline is fetched again, so that the note is never shown twice.
    onDone: (_value, { text }) => beginNext(text),
    changes: transactionCache.all(environment),
  });

  /** What stands here and was not saved is another note. `saved`: the text that was; null if it was another one. */
  function beginNext(saved: string | null) {
    const { text } = NOTES.of(readerId, about) ?? NO_NOTE;
    const next = text === saved ? null : { ...emptyNote(), text };
    NOTES.keep(readerId, about, next);
    setDraft(next ?? NO_NOTE);
  }

  function type(text: string) {
    const next = { ...(draft.noteId === "" ? emptyNote() : draft), text };
    NOTES.keep(readerId, about, next);
    setDraft(next);
    if (write.isDone) write.reset();
  }
  const send = () => !write.isPending && write.send({ referenceId, ...draft });
  return (
    <form
      className="grid gap-2 border-border px-4 py-3 not-last:border-b print:hidden"
      onKeyDown={(event) => isSendKey(event) && send()}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <FormField name="note" label={t("label")} hint={t("hint")} problem={write.fields.text}>
        {(control) => (
          <Textarea
            {...control}
            ref={field}
            rows={1}
            disabled={!hydrated}
            value={draft.text}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </FormField>
      <CommandProblem of={write} say={(kind) => t(`problems.${kind}`)} />
      <div className="flex flex-wrap items-center gap-2.5">
        <Button type="submit" disabled={!hydrated || write.isPending || draft.text.trim() === ""}>
          {write.isPending ? t("adding") : t("save")}
        </Button>
        <p role="status" className="text-sm text-muted-foreground">
          {write.isDone && t("added")}
        </p>
      </div>
    </form>
  );
}

/** Enter is a new line; with Ctrl or ⌘ it sends. Enter that confirms a Japanese conversion is neither. */
const isSendKey = ({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent) =>
  key === "Enter" && (ctrlKey || metaKey) && !nativeEvent.isComposing;

const NO_NOTE: NoteDraft = { noteId: "", text: "" };
const emptyNote = (): NoteDraft => ({ noteId: randomHex(), text: "" });
