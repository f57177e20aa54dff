import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { registrations } from "@/drizzle/schema/registrations";
import type { Ctx } from "@/lib/auth/context";
import { type DraftGroup, isInGroup } from "@/lib/batches/draft-groups";
import { getDraft } from "@/lib/batches/draft-queries";
import { getBatchReview } from "@/lib/batches/row-queries";
import { proposePayee } from "@/lib/payees/commands";
import { getPayee } from "@/lib/payees/queries";
import { payeeInput } from "@/lib/payees/schema";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { adviceFor } from "@/lib/withdrawals/advice";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { payeeText } from "@/lib/withdrawals/payee-text";
import { getTermsToCorrect } from "@/lib/withdrawals/queries";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { batchOf, requestAsSeen, sendWhole, uploaded } from "../../support/batches";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm, typedPayee } from "../../support/forms";
import { orderOf } from "../../support/orders";
import { approvedPayee } from "../../support/payees";
import { openService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
let ops: Ctx;
let approver: Ctx;

beforeAll(async () => {
  service = await openService();
});
beforeEach(async () => {
  await context?.close();
  context = await openTestContext(service);
  [ops, approver] = [await context.as("ops"), await context.as("approver")];
});
afterAll(async () => {
  await context.close();
  await service.close();
});

const approved = (destinationAccountName: string) => approvedPayee([ops, approver], { destinationAccountName });
/** The warnings about a payout to the player `p-1` with this holder. */
const named = (destinationAccountName: string) => {
  const account = { destination: "0005", destinationBranchCode: "001", destinationAccount: "0123456" };
  return adviceFor(ops, { currency: "JPY", amount: "1", ...account, playerId: "p-1", destinationAccountName });
};

describe("a holder whose name only sounds alike is another person", () => {
  test.each([
    ["サトウ　ユウキ", "サトウ　ユキ"],
    ["オオノ　ケイ", "オノ　ケイ"],
  ])("the payee %s is not who a row of a batch pays as %s, and the draft says so", async (held, paid) => {
    await approved(held);
    const batchId = await uploaded(context, [{ destinationAccountName: paid }, { destinationAccountName: held }]);
    expect((await batchOf(context, batchId)).rows.map(({ payeeId }) => payeeId !== null)).toEqual([false, true]);
    const draft = await getDraft(ops, { batchId });
    expect(draft?.rows.map(({ payee }) => payee ?? null)).toEqual(["other_holder", null]);
    // No new payee: the account is known, under another name.
    const countOf = (group: DraftGroup) => draft?.rows.filter((row) => isInGroup(row, group)).length;
    expect([countOf("payees"), countOf("new")]).toEqual([1, 0]);

    await requestAsSeen(context, batchId);
    expect(await getBatchReview(approver, { batchId })).toMatchObject({ otherHolders: 1, newPayees: 0 });
  });

  test("so a player registered as such is shown beside the account", async () => {
    const at = { createdAt: context.clock.now, updatedAt: context.clock.now };
    const kyc = { environment: "sandbox", currency: "JPY", playerId: "p-1", status: "REGISTERED", ...at } as const;
    await context.db.insert(registrations).values({ ...kyc, userName: "サトウ　ユキ" });
    expect(await named("サトウ　ユウキ")).toContainEqual({ kind: "kyc_differs", name: "サトウ　ユキ" });
    expect((await named("ｻﾄｳ ﾕｷ")).map(({ kind }) => kind)).not.toContain("kyc_differs");
  });
});

describe("the KYC name of a player", () => {
  type Registered = Pick<typeof registrations.$inferInsert, "userName" | "submission" | "status">;
  /** One after another, so that the last one counts. */
  async function registered(...rows: Registered[]) {
    const at = context.clock.now;
    const same = { environment: "sandbox", currency: "JPY", playerId: "p-1", createdAt: at, updatedAt: at } as const;
    const isLast = (row: Registered) => row === rows.at(-1);
    await context.db
      .insert(registrations)
      .values(rows.map((row, n) => ({ ...same, ...row, supersededAt: isLast(row) ? null : new Date(+at + n) })));
  }
  const taro = { userName: "ヤマダ　タロウ", submission: "accepted", status: "REGISTERED" } as const;
  const jiro = { ...taro, userName: "サトウ　ジロウ" } as const;

  test.each([
    ["waits to be sent", { submission: "queued", status: null }],
    ["was refused", { submission: "rejected", status: null }],
    ["is being processed", { submission: "accepted", status: "PENDING" }],
    ["failed", { submission: "accepted", status: "FAILED" }],
  ] as const)("is the registered one while another %s", async (_how, asked) => {
    await registered(taro, { ...jiro, ...asked });
    expect(await named("サトウ　ジロウ")).toContainEqual({ kind: "kyc_differs", name: "ヤマダ　タロウ" });
    expect((await named("ヤマダ　タロウ")).map(({ kind }) => kind)).not.toContain("kyc_differs");
    const payee = payeeInput.parse(typedPayee({ playerId: "p-1", destinationAccountName: "サトウ　ジロウ" }));
    const proposed = await proposePayee(ops, payee);
    if (!proposed.ok) throw new Error(proposed.error.kind);
    const [version] = (await getPayee(ops, proposed.value))!.versions;
    expect(version!.kyc).toEqual({ check: "differs", name: "ヤマダ　タロウ" });
  });

  test("is the last one of several that were registered", async () => {
    await registered(taro, jiro, { ...taro, status: "FAILED" });
    expect(await named("ヤマダ　タロウ")).toContainEqual({ kind: "kyc_differs", name: "サトウ　ジロウ" });
  });

  test("is unknown where none is registered", async () => {
    await registered({ ...taro, status: "FAILED" }, { ...taro, status: "PENDING" });
    expect((await named("サトウ　ジロウ")).map(({ kind }) => kind)).not.toContain("kyc_differs");
  });
});

describe("a payee that a file spells as banks do", () => {
  /** The order of a batch's only row. The service is the same in all tests: another amount makes another order there. */
  async function orderOfRow(amount: string) {
    const payee = await approved("ヤマダ　ショウジ");
    const batchId = await uploaded(context, [{ destinationAccountName: "ﾔﾏﾀﾞ ｼﾖｳｼﾞ", amount }]);
    expect((await batchOf(context, batchId)).rows[0]).toMatchObject({ payeeId: payee.payeeId });
    await requestAsSeen(context, batchId);
    const [row] = (await sendWhole(context, batchId)).rows;
    return orderOf(context, row?.referenceId ?? "");
  }

  test("is paid", async () => {
    expect(await orderOfRow("1,001")).toMatchObject({ submission: "accepted", heldReason: null });
  });

  test("is paid once its order was corrected, which names no payee whose words are others", async () => {
    const order = await orderOfRow("1,002");
    const { referenceId } = order;
    await service.decide(referenceId, "fail");
    await checkOrderStatus(await context.as("job"), order);
    const terms = await getTermsToCorrect(ops, { referenceId });
    expect(terms).toMatchObject({ destinationAccountName: "ヤマダ　シヨウジ", payee: "" });
    const input = withdrawalInput.parse({ ...typedForm(), ...terms, amount: "11,000", corrects: referenceId });
    const corrected = await requestWithdrawal(ops, input);
    if (!corrected.ok) throw new Error(corrected.error.kind);
    const { id } = await orderOf(context, corrected.value.referenceId);
    expect(await sendWithdrawal(await context.as("job"), { transactionRow: id })).toBe("accepted");
  });

  test("keeps the payee where its order was corrected in the words of the book", async () => {
    const payee = await approved("ヤマダ　ショウジ");
    const batchId = await uploaded(context, [{ destinationAccountName: "ヤマダ　ショウジ", amount: "900" }]);
    await requestAsSeen(context, batchId);
    const [row] = (await sendWhole(context, batchId)).rows;
    const order = await orderOf(context, row?.referenceId ?? "");
    await service.decide(order.referenceId, "fail");
    await checkOrderStatus(await context.as("job"), order);
    expect(await getTermsToCorrect(ops, order)).toMatchObject({ payee: payeeText(payee) });
  });
});
