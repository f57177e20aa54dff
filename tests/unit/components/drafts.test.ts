import { beforeEach, describe, expect, test } from "vitest";
import { draftAt, forgetDraft, forgetDrafts, keepDraft, type Place } from "@/components/forms/drafts";
import { tabStorage } from "../../support/tab-storage";

const place: Place = { form: "withdrawal", environment: "sandbox", owner: "ops", corrects: null };
const blank = { amount: "", playerId: "" };
const NOON = 1_800_000_000_000;
const HOUR = 3_600_000;

let held: Map<string, string>;
let store: Parameters<typeof keepDraft>[0];
beforeEach(() => {
  ({ held, store } = tabStorage());
});

const keep = (more: Partial<Place> = {}, typed: Record<string, string> = { amount: "1,200", playerId: "p-1" }) =>
  keepDraft(store, { ...place, ...more }, { formId: "form-1", typed }, NOON);
const found = (more: Partial<Place> = {}, now = NOON) => draftAt(store, { ...place, ...more }, blank, now);

describe("what stands in a form", () => {
  test("is found again as it was typed, under the same form id: sent twice, it is one order", () => {
    keep();
    expect(found()).toEqual({ formId: "form-1", typed: { amount: "1,200", playerId: "p-1" } });
  });

  test.each([{ form: "deposit" }, { environment: "production" }, { corrects: "WD-1" }] as const)(
    "is not found in another form: %j",
    (other) => {
      keep();
      expect(found(other)).toBeNull();
    },
  );

  test("is removed when another user signs in", () => {
    keep();
    expect(found({ owner: "support" })).toBeNull();
    expect(held.size).toBe(0);
  });

  test("is gone after a working day", () => {
    keep();
    expect(found({}, NOON + 8 * HOUR)).not.toBeNull();
    expect(found({}, NOON + 8 * HOUR + 1)).toBeNull();
    expect(held.size).toBe(0);
  });

  test("leaves nothing behind once it was sent", () => {
    keep();
    keep({ corrects: "WD-1" });
    forgetDraft(store, place);
    expect(found()).toBeNull();
    expect(found({ corrects: "WD-1" })).not.toBeNull();
  });

  test("leaves nothing behind when its writer signs out, and what is not ours stays", () => {
    keep();
    keep({ form: "deposit" });
    store.setItem("theme", "dark");
    forgetDrafts(store);
    expect([...held.keys()]).toEqual(["theme"]);
  });

  test("of an older build has the fields that there are now, and no others", () => {
    keep({}, { amount: "5", was: "x" });
    expect(found()?.typed).toEqual({ amount: "5", playerId: "" });
  });

  test("that is not ours is no draft", () => {
    for (const text of ["null", "7", "{}", '{"owner":"ops"}']) {
      keep();
      for (const key of held.keys()) held.set(key, text);
      expect(found()).toBeNull();
    }
  });
});
