import { BATCH_FIELDS, type BatchField, type RowFields } from "@/lib/batches/row";
import type { DraftRow } from "@/lib/batches/schema";

/** The cells of a row that were typed into and not saved. The others are as the row has them, also where others change it. */
export type TypedFields = Partial<RowFields>;
export type TypedRows = ReadonlyMap<number, TypedFields>;

/** A name belongs to its code: where the code changes, the directory says the name again. */
const NAME_OF: Partial<Record<BatchField, BatchField>> = {
  destination: "destinationName",
  destinationBranchCode: "destinationBranchName",
};

const only = (typed: TypedFields, keep: (name: BatchField) => boolean): TypedFields =>
  Object.fromEntries(
    BATCH_FIELDS.flatMap((name) => (typed[name] !== undefined && keep(name) ? [[name, typed[name]]] : [])),
  );

/** After one more change of a cell. What is as in the row again is not typed: another user may change it. */
export function withTyped(fields: RowFields, typed: TypedFields, name: BatchField, text: string): TypedFields {
  const isAsBefore = text === fields[name];
  return only({ ...typed, [name]: text }, (one) => !isAsBefore || (one !== name && one !== NAME_OF[name]));
}

/** What saving a row sends: never a cell that was not typed into, which another user may have corrected. */
export function fieldsToSave(fields: RowFields, typed: TypedFields): TypedFields {
  const changed = only(typed, (name) => typed[name] !== fields[name]);
  const names = BATCH_FIELDS.flatMap((name) => (changed[name] === undefined ? [] : (NAME_OF[name] ?? [])));
  return { ...changed, ...Object.fromEntries(names.map((name) => [name, ""])) };
}

/** What is left once these were saved: a cell may have been typed into meanwhile. */
export const withoutSaved = (typed: TypedFields, saved: TypedFields): TypedFields =>
  only(typed, (name) => typed[name] !== saved[name]);

/** What is left where some cells of the row are no longer as they were. */
export const withoutChanged = (typed: TypedFields, before: RowFields, now: RowFields | undefined): TypedFields =>
  only(typed, (name) => now !== undefined && now[name] === before[name]);

/** `typed` with other cells of one line; without the line where there are none. */
export function withLine(typed: TypedRows, line: number, fields: TypedFields): TypedRows {
  const others = [...typed].filter(([other]) => other !== line);
  return new Map(Object.keys(fields).length === 0 ? others : [...others, [line, fields]]);
}

/** What is not saved, by line. An edit whose answer was lost may be there after all. */
export function unsavedRows(rows: DraftRow[], typed: TypedRows, saving: ReadonlySet<number>): TypedRows {
  if (typed.size === 0) return typed;
  const isMissing = ({ line, fields, excluded }: DraftRow) =>
    !excluded &&
    !saving.has(line) &&
    Object.entries(typed.get(line) ?? {}).some(([name, text]) => fields[name as BatchField] !== text);
  return new Map(rows.filter(isMissing).map(({ line }) => [line, typed.get(line) ?? {}]));
}

/** The rows to be drawn, with the one whose form is open: what was typed into it stays wherever the list is. */
export const withOpenRow = (indexes: number[], open: number): number[] =>
  open < 0 || indexes.includes(open) ? indexes : [...indexes, open].sort((a, b) => a - b);
