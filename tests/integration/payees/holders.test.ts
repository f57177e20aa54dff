import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { registrations } from "@/drizzle/schema/registrations";
import type { Ctx } from "@/lib/auth/context";
import { getDraft } from "@/lib/batches/draft-queries";
import { decidePayee, proposePayee } from "@/lib/payees/commands";
import { payeeInput } from "@/lib/payees/schema";
import { adviceFor } from "@/lib/withdrawals/advice";
import { batchOf, uploaded } from "../../support/batches";
import { openTestContext, type TestContext } from "../../support/context";
import { typedPayee } from "../../support/forms";

let context: TestContext;
let ops: Ctx;
let approver: Ctx;

beforeEach(async () => {
  await context?.close();
  context = await openTestContext();
  [ops, approver] = [await context.as("ops"), await context.as("approver")];
});
afterAll(() => context.close());

async function approvedPayee(destinationAccountName: string) {
  const made = await proposePayee(ops, payeeInput.parse(typedPayee({ destinationAccountName })));
  if (!made.ok) throw new Error(made.error.kind);
  await decidePayee(approver, { ...made.value, decision: "approved" });
  return made.value;
}

describe("a holder whose name only sounds alike is another person", () => {
  test.each([
    ["サトウ　ユウキ", "サトウ　ユキ"],
    ["オオノ　ケイ", "オノ　ケイ"],
  ])("the payee %s is not who a row of a batch pays as %s, and the draft says so", async (held, paid) => {
    await approvedPayee(held);
    const batchId = await uploaded(context, [{ destinationAccountName: paid }, { destinationAccountName: held }]);
    expect((await batchOf(context, batchId)).rows.map(({ payeeId }) => payeeId !== null)).toEqual([false, true]);
    const draft = await getDraft(ops, { batchId });
    expect(draft?.rows.map(({ payee }) => payee ?? null)).toEqual(["other_holder", null]);
  });

  test("so a player registered as such is shown beside the account", async () => {
    const at = { createdAt: context.clock.now, updatedAt: context.clock.now };
    const kyc = { environment: "sandbox", currency: "JPY", playerId: "p-1", userName: "サトウ　ユキ", ...at } as const;
    await context.db.insert(registrations).values(kyc);
    const account = { destination: "0005", destinationBranchCode: "001", destinationAccount: "0123456" };
    const named = (destinationAccountName: string) =>
      adviceFor(ops, { currency: "JPY", amount: "1", ...account, playerId: "p-1", destinationAccountName });
    expect(await named("サトウ　ユウキ")).toContainEqual({ kind: "kyc_differs", name: "サトウ　ユキ" });
    expect((await named("ｻﾄｳ ﾕｷ")).map(({ kind }) => kind)).not.toContain("kyc_differs");
  });
});
