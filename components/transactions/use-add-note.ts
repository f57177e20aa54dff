"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { addNoteAction } from "@/lib/transactions/actions";
import { transactionCache } from "@/lib/transactions/cache";
import type { NoteInput } from "@/lib/transactions/schema";

/** `onWritten` is called before the timeline is refetched, so that the note is never shown twice. */
export function useAddNote(environment: Environment, onWritten: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (note: NoteInput) => addNoteAction(environment, note),
    onSuccess: (written) => written.ok && onWritten(),
    onSettled: () => client.invalidateQueries({ queryKey: transactionCache.all(environment) }),
  });
}
