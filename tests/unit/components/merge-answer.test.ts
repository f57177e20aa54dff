import { describe, expect, test } from "vitest";
import { mergeAnswer } from "@/components/batches/draft/merge-answer";
import type { DraftRow } from "@/lib/batches/schema";
import { typedRow } from "../../support/batch-rows";

const row = (line: number, amount: string): DraftRow => ({ line, fields: typedRow({ amount }) });
const view = { edits: 5, rows: [row(2, "100"), row(3, "200")] };

describe("the answer to a change of a draft", () => {
  test("that is the next one brings its rows and its count", () => {
    const now = mergeAnswer(view, { edits: 6, rows: [row(3, "300")] });
    expect(now).toEqual({ edits: 6, rows: [row(2, "100"), row(3, "300")] });
  });

  test("before which another user changed rows leaves the count, as those rows are not in it", () => {
    const now = mergeAnswer(view, { edits: 7, rows: [row(3, "300")] });
    expect(now).toEqual({ edits: 5, rows: [row(2, "100"), row(3, "300")] });
  });

  test("that comes after the draft was read again changes nothing", () => {
    expect(mergeAnswer(view, { edits: 5, rows: [row(3, "300")] })).toBe(view);
    expect(mergeAnswer(view, { edits: 4, rows: [row(3, "300")] })).toBe(view);
  });
});
