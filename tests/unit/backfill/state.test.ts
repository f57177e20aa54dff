import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { againAfterMs, idsIn } from "@/lib/backfill/state";
import { anyText } from "../any-text";

const given = (text: string) => idsIn(text).map(({ given: id, finding }) => [id, finding]);

describe("the ids of a list", () => {
  test.each<[what: string, text: string, ids: string[]]>([
    ["one a line, however lines end", "a\nb\r\nc\rd", ["a", "b", "c", "d"]],
    ["without empty lines and the space around them", "\n  a \t\n\n　b\n", ["a", "b"]],
    ["the first column of a CSV", "a,100\nb;x\nc\td", ["a", "b", "c"]],
    ["in quotes, with a comma or a quote inside", '"a,b",1\n"c""d"', ["a,b", 'c"d']],
    ["after a heading and a byte order mark", "\ufeffreferenceId,amount\nWD-1,2", ["WD-1"]],
    ["after a Japanese heading", "参照ID,金額\nWD-1,2", ["WD-1"]],
    ["in NFC", "ガ", ["ガ"]],
    ["nothing", " \n ,1\n", []],
  ])("are read %s", (_what, text, ids) => {
    expect(given(text)).toEqual(ids.map((id) => [id, "waiting"]));
  });

  test("a heading is one only where nothing stands above it", () => {
    expect(given("a\nid")).toEqual([
      ["a", "waiting"],
      ["id", "waiting"],
    ]);
  });

  test("one that stands twice is asked about once, and one that cannot be sent is not asked about", () => {
    expect(given("a\nb\na")).toEqual([
      ["a", "waiting"],
      ["b", "waiting"],
      ["a", "twice"],
    ]);
    expect(given("a\u0000b\na\u0000b")).toEqual([
      ["a\ufffdb", "not_valid"],
      ["a\ufffdb", "not_valid"],
    ]);
    expect(given("a\ud800")).toEqual([["a\ufffd", "not_valid"]]);
    expect(given("x".repeat(201))).toEqual([["x".repeat(200), "not_valid"]]);
  });

  test("know the line in which they stood", () => {
    expect(idsIn("id\n\na\n\nb").map(({ line }) => line)).toEqual([3, 5]);
  });

  test("from any pasted text, each line gives at most one, and none is longer than what can be kept", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const listed = idsIn(text);
        expect(new Set(listed.map(({ line }) => line)).size).toBe(listed.length);
        for (const { given: id } of listed) expect([...id].length).toBeLessThanOrEqual(200);
      }),
    );
  });
});

test("the longer the service does not answer, the longer we wait, up to ten minutes", () => {
  expect([0, 1, 2, 7, 1_000].map(againAfterMs)).toEqual([5_000, 10_000, 20_000, 600_000, 600_000]);
});
