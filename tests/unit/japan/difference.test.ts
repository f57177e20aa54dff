import fc from "fast-check";
import { expect, test } from "vitest";
import { differenceOf } from "@/lib/japan/difference";

const marked = (before: string, after: string) =>
  differenceOf(before, after)
    .map(({ is, text }) => (is === "same" ? text : is === "added" ? `[+${text}]` : `[-${text}]`))
    .join("");

test.each([
  ["ヤマダ　タロウ", "ヤマダ　タロー", "ヤマダ　タロ[-ウ][+ー]"],
  ["ワタナベ", "ワタナベ　ケン", "ワタナベ[+　ケン]"],
  ["サイトウ　ケン", "サトウ　ケン", "サ[-イ]トウ　ケン"],
  ["アベ", "アベ", "アベ"],
  ["", "アベ", "[+アベ]"],
  ["アベ", "", "[-アベ]"],
])("%s beside %s", (before, after, difference) => {
  expect(marked(before, after)).toBe(difference);
});

// Few characters, so that the two have many in common.
const names = fc.string({ unit: fc.constantFrom("ア", "イ", "ー", "\u3000", "😀") });

test("contains any two texts whole", () => {
  fc.assert(
    fc.property(names, names, (before, after) => {
      const stretches = differenceOf(before, after);
      const textOf = (but: string) => stretches.flatMap(({ is, text }) => (is === but ? [] : [text])).join("");
      expect([textOf("added"), textOf("removed")]).toEqual([before, after]);
    }),
  );
});
