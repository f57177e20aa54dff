import { expect, test } from "vitest";
import { returnAddress } from "@/components/sign-in/return-address";

test.each([
  ["/sandbox/withdrawals?page=2", "/sandbox/withdrawals?page=2"],
  [undefined, "/"],
  ["", "/"],
  ["https://evil.example/", "/"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["/\t/evil.example", "/"],
  ["/a/..//evil.example", "/"],
  ["/sign-in?return=/sign-in", "/"],
  ["javascript:alert(1)", "/"],
])("after signing in, %j leads to %s", (wanted, expected) => {
  expect(returnAddress(wanted)).toBe(expected);
});
