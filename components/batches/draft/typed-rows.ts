import { useEffect, useState } from "react";
import { draftAt, forgetDraft, keepDraft, type Place } from "@/components/forms/drafts";
import type { TypedRows } from "./typed-fields";

export type RowsPlace = Pick<Place, "environment" | "owner"> & { batchId: string };
type Store = Parameters<typeof keepDraft>[0];

/** What was typed into the rows of a batch, kept as the drafts of forms are, until it is saved. */
const placeOf = ({ environment, owner, batchId }: RowsPlace): Place => ({
  ...{ form: "batch", environment, owner, corrects: batchId },
});

export function keepRows(store: Store, place: RowsPlace, typed: TypedRows, now: number) {
  if (typed.size === 0) return forgetDraft(store, placeOf(place));
  keepDraft(store, placeOf(place), { formId: place.batchId, typed: { rows: JSON.stringify([...typed]) } }, now);
}

export function keptRows(store: Store, place: RowsPlace, now: number): TypedRows {
  const draft = draftAt(store, placeOf(place), { rows: "[]" }, now);
  return new Map(draft ? JSON.parse(draft.typed.rows) : []);
}

/** What is typed into the rows of a draft, which stays in this tab when the page is left. */
export function useTypedRows({ environment, owner, batchId }: RowsPlace) {
  const [typed, setTyped] = useState<TypedRows>(new Map());
  const [isRead, setIsRead] = useState(false);
  useEffect(() => {
    setTyped(keptRows(sessionStorage, { environment, owner, batchId }, Date.now()));
    setIsRead(true);
  }, [environment, owner, batchId]);
  useEffect(() => {
    if (isRead) keepRows(sessionStorage, { environment, owner, batchId }, typed, Date.now());
  }, [isRead, environment, owner, batchId, typed]);
  return [typed, setTyped] as const;
}
