import { expect, test } from "vitest";
import { depositInput } from "@/lib/deposits/schema";

test("a player's ID in full width is taken as it is: the player may be registered elsewhere under it", () => {
  const formId = "00000000-0000-4000-8000-000000000000";
  const typed = {
    formId,
    currency: "USDT",
    playerId: "ｐ－９０００１",
    amount: "10",
    payerAccount: "",
    payerAccountName: "",
  };
  expect(depositInput.parse(typed)).toMatchObject({ playerId: "ｐ－９０００１" });
});
