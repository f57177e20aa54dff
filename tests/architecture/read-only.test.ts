import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Actions whose use case refuses with READ_ONLY (`requireSending`). */
const REFUSED = [
  ...["requestWithdrawalAction", "reissueWithdrawalAction", "requestDepositAction", "reissueDepositAction"],
  ...["requestBatchAction", "registerPlayerAction", "startFileAction"],
];

/** Components that are shown only inside of one that stands in `Sending`: the review comes after the form. */
const INSIDE: Record<string, string> = {
  "components/withdrawals/withdrawal-review.tsx": "components/orders/order-form.tsx",
  "components/deposits/deposit-review.tsx": "components/orders/order-form.tsx",
  "components/withdrawals/withdrawal-steps.tsx": "components/orders/reissue-form.tsx",
  "components/deposits/deposit-steps.tsx": "components/orders/reissue-form.tsx",
  "components/players/use-register-player.ts": "components/players/new-registration.tsx",
};

const read = (path: string) => readFileSync(path, "utf8");

test("each form and button that READ_ONLY refuses stands in Sending, which disables it with the reason", () => {
  const calling = globSync("components/**/*.{ts,tsx}").filter((path) =>
    REFUSED.some((action) => new RegExp(`\\b${action}\\b`).test(read(path))),
  );
  expect(calling.length).toBe(REFUSED.length);
  expect(calling.filter((path) => !read(INSIDE[path] ?? path).includes("<Sending"))).toEqual([]);
});

test("the list has every use case that asks for it", () => {
  const asking = globSync("lib/**/*.ts").filter(
    (path) => path !== "lib/auth/read-only.ts" && /\brequireSending\(/.test(read(path)),
  );
  expect(asking.sort()).toEqual([
    "lib/api/batches.ts",
    "lib/batches/approvals.ts",
    "lib/kyc/bulk-import.ts",
    "lib/kyc/commands.ts",
    "lib/transactions/submission/create-order.ts",
  ]);
});
