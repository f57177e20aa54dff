import { draftAt, forgetDraft, keepDraft, type Place } from "@/components/forms/drafts";
import type { SheetView } from "@/lib/kyc/schema";
import type { Confirmed, Edits, Mapping } from "./rows";

export type EditsPlace = Pick<Place, "environment" | "owner"> & { sheet: Pick<SheetView, "digest" | "encoding"> };
type Kept = { mapping: Mapping; edits: Edits; confirmed: Confirmed };
type Store = Parameters<typeof keepDraft>[0];

/** What a person did to the rows of a file, kept as the drafts of forms are, until the file is started. */
const placeOf = ({ environment, owner, sheet: { digest, encoding } }: EditsPlace): Place => ({
  ...{ form: "players", environment, owner, corrects: `${digest}:${encoding}` },
});

export const keepEdits = (store: Store, place: EditsPlace, kept: Kept, now: number) =>
  keepDraft(store, placeOf(place), { formId: place.sheet.digest, typed: { kept: JSON.stringify(kept) } }, now);

export const forgetEdits = (store: Store, place: EditsPlace) => forgetDraft(store, placeOf(place));

export function keptEdits(store: Store, place: EditsPlace, now: number): Kept | null {
  const draft = draftAt(store, placeOf(place), { kept: "" }, now);
  return draft && JSON.parse(draft.typed.kept);
}
