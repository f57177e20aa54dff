import { describe, expect, test } from "vitest";
import { filledAfter } from "@/components/withdrawals/code-to-fill";

describe("whether the name of a bank code is filled in", () => {
  test("once for a code, so that a name corrected by hand stays", () => {
    const filled = filledAfter("", "0005", true);
    expect(filled).toBe("0005");
    expect(filledAfter(filled, "0005", true)).toBe("0005");
  });

  test.each(["000", "", "0006"])("again when the same code is typed again after %j", (between) => {
    expect(filledAfter(filledAfter("", "0005", true), between, false)).toBe("");
  });

  test("not before the directory has answered", () => {
    expect(filledAfter("", "0005", false)).toBe("");
  });

  test("a form that is opened again has its names while the directory is still on the way", () => {
    expect(filledAfter("0005", "0005", false)).toBe("0005");
  });
});
