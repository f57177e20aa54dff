import { expect, test } from "vitest";
import { isListedMark, meaningOf } from "@/components/reconciliation/figures";
import en from "@/lib/i18n/messages/en.json";
import ja from "@/lib/i18n/messages/ja.json";
import { ROW_MARKS } from "@/lib/reconciliation/state";

test("an order that was completed before the cut-off is not said to be booked where no ledger has it", () => {
  const meaning = meaningOf({ class: "across_cutoff", ledgerAmount: null });
  expect(en.reconciliation.meanings[meaning]).toMatch(/does not count it yet/);
  expect(ja.reconciliation.meanings[meaning]).toMatch(/まだ計上がありません/);
});

test("one that is booked on another day, earlier or later, is said to be", () => {
  const meaning = meaningOf({ class: "across_cutoff", ledgerAmount: "5000" });
  expect(en.reconciliation.meanings[meaning]).toMatch(/on different days/);
  expect(ja.reconciliation.meanings[meaning]).not.toMatch(/翌日/);
  expect(meaningOf({ class: "matched", ledgerAmount: null })).toBe("matched");
});

test("the list names what neither the class nor the amounts of a row show", () => {
  expect(ROW_MARKS.filter(isListedMark)).toEqual(["ambiguous", "currency", "type"]);
  expect(isListedMark(null)).toBe(false);
});
