import { expect, test } from "vitest";
import { isNameOf } from "@/lib/payments-api/player-id";

test("a callback names a player with the merchant's number or without, and may name another one", () => {
  expect(isNameOf("p-1", "p-1")).toBe(true);
  expect(isNameOf("42_p-1", "p-1")).toBe(true);
  expect(isNameOf("42_p-2", "p-1")).toBe(false);
});
