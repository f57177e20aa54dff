import { afterAll, expect, test, vi } from "vitest";

vi.doMock("@/lib/money/currencies", async (original) => ({
  ...(await original<typeof import("@/lib/money/currencies")>()),
  WITHDRAWAL_CURRENCIES: ["JPY", "THB", "USDT", "PHP"],
}));
// Other tests have read these already.
vi.resetModules();
const { limitsInput } = await import("@/lib/limits/schema");
const { notificationChoicesInput } = await import("@/lib/notifications/schema");
const { payeeInput } = await import("@/lib/payees/schema");
const { rulesInput, withdrawalInput } = await import("@/lib/withdrawals/schema");
afterAll(() => {
  vi.doUnmock("@/lib/money/currencies");
  vi.resetModules();
});

const account = {
  ...{ currency: "PHP", destination: "BDO", destinationName: "BDO Unibank" },
  ...{ destinationAccount: "1234567890", destinationAccountName: "JUAN DELA CRUZ" },
};
const withdrawal = { ...account, formId: crypto.randomUUID(), playerId: "player-1", amount: "100", attachments: "" };
const sum = { currency: "PHP", amount: "100" };
const rule = { currency: "PHP", from: "0", approvers: 1 };

test.each([
  ["a payout", () => withdrawalInput.safeParse(withdrawal)],
  ["a payee", () => payeeInput.safeParse({ ...account, playerId: "", label: "" })],
  ["a daily limit", () => limitsInput.safeParse({ limits: [sum] })],
  ["an approval rule", () => rulesInput.safeParse({ rules: [rule] })],
  ["the least amount of a notification", () => notificationChoicesInput.shape.least.safeParse([sum])],
])("a currency that the service pays out in is known to the form of %s", (_form, read) => {
  expect(read().error?.issues ?? []).toEqual([]);
});
