import { useEffect, useState } from "react";
import { draftAt, forgetDraft, keepDraft, type Place } from "@/components/forms/drafts";
import type { DraftRow } from "@/lib/batches/schema";
import { type TypedFields, type TypedRows, withoutChanged } from "./typed-fields";

export type RowsPlace = Pick<Place, "environment" | "owner"> & { batchId: string };
type Store = Parameters<typeof keepDraft>[0];

/** What was typed into the rows of a batch, kept as the drafts of forms are, until it is saved. */
const placeOf = ({ environment, owner, batchId }: RowsPlace): Place => ({
  ...{ form: "batch", environment, owner, corrects: batchId },
});

type Row = Pick<DraftRow, "line" | "fields">;
/** With what the row had when it was typed into. */
type KeptRow = Row & { typed: TypedFields };

export function keepRows(store: Store, place: RowsPlace, typed: TypedRows, rows: Row[], now: number) {
  if (typed.size === 0) return forgetDraft(store, placeOf(place));
  const kept = rows.flatMap(({ line, fields }): KeptRow[] => {
    const ofRow = typed.get(line);
    return ofRow ? [{ line, fields, typed: ofRow }] : [];
  });
  keepDraft(store, placeOf(place), { formId: place.batchId, typed: { rows: JSON.stringify(kept) } }, now);
}

/** A cell that was saved, or that another user changed since, is dropped: its text would replace a newer one unseen. */
export function keptRows(store: Store, place: RowsPlace, rows: Row[], now: number): TypedRows {
  const draft = draftAt(store, placeOf(place), { rows: "[]" }, now);
  const kept: KeptRow[] = draft ? JSON.parse(draft.typed.rows) : [];
  const present = new Map(rows.map(({ line, fields }) => [line, fields]));
  return new Map(
    kept.flatMap(({ line, fields, typed }) => {
      const left = withoutChanged(typed, fields, present.get(line));
      return Object.keys(left).length > 0 ? [[line, left]] : [];
    }),
  );
}

/** What is typed into these rows of a draft, which stays in this tab when the page is left. `rows`: as soon as they are known. */
export function useTypedRows({ environment, owner, batchId }: RowsPlace, rows: Row[] | undefined) {
  const [typed, setTyped] = useState<TypedRows>(new Map());
  const [isRead, setIsRead] = useState(false);
  useEffect(() => {
    if (isRead || !rows) return;
    setTyped(keptRows(sessionStorage, { environment, owner, batchId }, rows, Date.now()));
    setIsRead(true);
  }, [isRead, environment, owner, batchId, rows]);
  useEffect(() => {
    if (isRead && rows) keepRows(sessionStorage, { environment, owner, batchId }, typed, rows, Date.now());
  }, [isRead, environment, owner, batchId, typed, rows]);
  return [typed, setTyped] as const;
}
