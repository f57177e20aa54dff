import { expect, test } from "vitest";
import { hasGap, stepPath } from "@/components/balances/chart-path";

const box = { width: 100, height: 100 };
const span = { from: "2026-11-21T00:00:00Z", until: "2026-11-21T10:00:00Z", gapMs: 1_800_000 };
/** Said at this hour, and last at that one. */
const point = (hour: number, available: string, until = "10", ledger = available) => ({
  at: `2026-11-21T0${hour}:00:00Z`,
  until: `2026-11-21T${until}:00:00Z`,
  available,
  ledger,
});

test("a balance stays what it was until it is another, and until now after the last answer", () => {
  const path = stepPath([point(0, "0", "05"), point(5, "100")], "available", span, box);
  expect(path).toBe("M0,90.3H50V9.7H100");
});

test("a balance that never moves lies in the middle", () => {
  expect(stepPath([point(0, "1000")], "available", span, box)).toBe("M0,50H100");
  expect(stepPath([point(0, "0")], "available", span, box)).toBe("M0,50H100");
});

test("a line begins where the first answer was, not before", () => {
  expect(stepPath([point(5, "7")], "available", span, box)).toBe("M50,50H100");
});

test("nothing is drawn for hours in which nobody asked, also where the balance is the same afterwards", () => {
  const off = [point(0, "7", "02"), point(6, "7", "08")];
  expect(stepPath(off, "available", span, box)).toBe("M0,50H20M60,50H80");
  expect(hasGap(off, span)).toBe(true);
  expect(hasGap([point(0, "7", "06"), point(6, "7")], span)).toBe(false);
});
