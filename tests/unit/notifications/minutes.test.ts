import { expect, test } from "vitest";
import { minutesIn } from "@/lib/notifications/settings";

test("minutes are read in the digits of an input method, too", () => {
  expect(["30", " 45 ", "４５", "１２０"].map(minutesIn)).toEqual([30, 45, 45, 120]);
  expect(["", "soon", "1.5", "-3", "123456"].map(minutesIn)).toEqual(Array(5).fill(Number.NaN));
});
