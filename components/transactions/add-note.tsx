"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { FormField } from "@/components/forms/form-field";
import { isAtTheDoor, useProblemWords } from "@/components/forms/use-problem-words";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { useHydrated } from "@/components/use-hydrated";
import type { Environment } from "@/lib/environment";
import { emptyNote, forgetNote, keepNote, type NoteDraft, noteAbout } from "./note-drafts";
import { useAddNote } from "./use-add-note";

/** What a person found out, for the others. It stays until it was received, also where one leaves and comes back. */
export function AddNote({ environment, referenceId }: { environment: Environment; referenceId: string }) {
  const t = useTranslations("orders.note");
  const hydrated = useHydrated();
  const about = `${environment}/${referenceId}`;
  const [draft, setDraft] = useState<NoteDraft>(() => noteAbout(about));
  const write = useAddNote(environment, () => {
    forgetNote(about);
    setDraft({ noteId: "", text: "" });
  });
  const error = write.data?.ok === false ? write.data.error : null;

  function type(text: string) {
    const next = { ...(draft.noteId === "" ? emptyNote() : draft), text };
    keepNote(about, next);
    setDraft(next);
    if (write.data?.ok) write.reset();
  }
  const send = () => !write.isPending && write.mutate({ referenceId, ...draft });
  return (
    <form
      className="grid gap-2 border-b border-border px-4 py-3 md:px-4.5"
      onKeyDown={(event) => isSendKey(event) && send()}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <FormField
        name="note"
        label={t("label")}
        hint={t("hint")}
        problem={error?.kind === "invalid" ? error.fields.text : undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={1}
            disabled={!hydrated}
            value={draft.text}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </FormField>
      <Problem write={write} />
      <div className="flex flex-wrap items-center gap-2.5">
        <Button type="submit" focusableWhenDisabled disabled={!hydrated || write.isPending || draft.text.trim() === ""}>
          {write.isPending ? t("adding") : t("add")}
        </Button>
        <p role="status" className="text-[13px] text-muted-foreground">
          {write.data?.ok && t("added")}
        </p>
      </div>
    </form>
  );
}

/** Enter is a new line; with Ctrl or ⌘ it sends. Enter that confirms a Japanese conversion is neither. */
const isSendKey = ({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent) =>
  key === "Enter" && (ctrlKey || metaKey) && !nativeEvent.isComposing;

function Problem({ write: { data, isError } }: { write: ReturnType<typeof useAddNote> }) {
  const t = useTranslations("orders.note.problems");
  const problemWords = useProblemWords();
  const error = data?.ok === false ? data.error : null;
  const words = error && (isAtTheDoor(error) ? problemWords(error) : t(error.kind));
  return <ProblemAlert>{isError ? t("unreachable") : words}</ProblemAlert>;
}
