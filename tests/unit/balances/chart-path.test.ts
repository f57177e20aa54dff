import { expect, test } from "vitest";
import { stepPath } from "@/components/balances/chart-path";

const box = { width: 100, height: 100 };
const span = { from: "2026-11-21T00:00:00Z", until: "2026-11-21T10:00:00Z" };
const point = (hour: number, available: string, ledger = available) => ({
  at: `2026-11-21T0${hour}:00:00Z`,
  available,
  ledger,
});

test("a balance stays what it was until it is another, and until now after the last answer", () => {
  const path = stepPath([point(0, "0"), point(5, "100")], "available", span, box);
  expect(path).toBe("M0,90.3H50V9.7H100");
});

test("a balance that never moves lies in the middle", () => {
  expect(stepPath([point(0, "1000")], "available", span, box)).toBe("M0,50H100");
  expect(stepPath([point(0, "0")], "available", span, box)).toBe("M0,50H100");
});

test("a line begins where the first answer was, not before", () => {
  expect(stepPath([point(5, "7")], "available", span, box)).toBe("M50,50H100");
});
