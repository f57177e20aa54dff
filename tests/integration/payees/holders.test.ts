import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { registrationReports } from "@/drizzle/schema/registration-evidence";
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
  type Registered = Pick<typeof registrations.$inferInsert, "userName" | "submission" | "status"> & {
    /** The service once reported it as registered. */
    wasRegistered?: boolean;
  };
  /** One after another, so that the last one counts. */
  async function registered(...rows: Registered[]) {
    const at = context.clock.now;
    const same = { environment: "sandbox", currency: "JPY", playerId: "p-1", createdAt: at, updatedAt: at } as const;
    const said = { at, source: "query", status: "REGISTERED", verdict: "moved" } as const;
    for (const [n, { wasRegistered, ...row }] of rows.entries()) {
      const supersededAt = n === rows.length - 1 ? null : new Date(+at + n);
      const [made] = await context.db
        .insert(registrations)
        .values({ ...same, ...row, supersededAt })
        .returning();
      if (wasRegistered) await context.db.insert(registrationReports).values({ ...said, registrationRow: made!.id });
    }
  }
  const taro = { userName: "ヤマダ　タロウ", submission: "accepted", status: "REGISTERED" } as const;
  const jiro = { ...taro, userName: "サトウ　ジロウ" } as const;
  const asked = { userName: "サトウ　ジロウ", status: null } as const;
  const expired = { status: "EXPIRED", wasRegistered: true } as const;
  /** Of both names, the one that a payout to the other is warned of. */
  async function nameOnRecord() {
    const both = await Promise.all([named(taro.userName), named(jiro.userName)]);
    return both.flat().flatMap((advice) => (advice.kind === "kyc_differs" ? [advice.name] : []));
  }

  /** How a payee that is proposed with this holder compares with it. */
  async function checkOfPayee(destinationAccountName: string) {
    const proposed = await proposePayee(ops, payeeInput.parse(typedPayee({ playerId: "p-1", destinationAccountName })));
    if (!proposed.ok) throw new Error(proposed.error.kind);
    const [version] = (await getPayee(ops, proposed.value))!.versions;
    return version!.kyc;
  }

  test.each<[string, Registered[]]>([
    ["while another waits to be sent", [taro, { ...asked, submission: "queued" }]],
    ["while another was refused", [taro, { ...asked, submission: "rejected" }]],
    ["while another is being processed", [taro, { ...jiro, status: "PENDING" }]],
    ["while another failed", [taro, { ...jiro, status: "FAILED" }]],
    ["while another failed after it was registered", [taro, { ...jiro, status: "FAILED", wasRegistered: true }]],
    ["while another expired that never was registered", [taro, { ...jiro, status: "EXPIRED" }]],
    ["after it expired", [{ ...taro, ...expired }]],
    [
      "after it expired, while another waits",
      [
        { ...taro, ...expired },
        { ...asked, submission: "queued" },
      ],
    ],
    ["after it expired and another was registered before", [jiro, { ...taro, ...expired }]],
    ["after it was suspended", [{ ...taro, status: "SUSPENDED", wasRegistered: true }]],
    [
      "after it was suspended and another was registered before",
      [jiro, { ...taro, status: "SUSPENDED", wasRegistered: true }],
    ],
    ["of several", [jiro, taro, { ...jiro, status: "FAILED" }]],
    ["though others registered the player under a name not known here", [taro, { ...taro, userName: null }]],
  ])("is the last one that was registered: %s", async (_when, rows) => {
    await registered(...rows);
    expect(await nameOnRecord()).toEqual(["ヤマダ　タロウ"]);
    expect(await checkOfPayee("サトウ　ジロウ")).toEqual({ check: "differs", name: "ヤマダ　タロウ" });
  });

  test.each<[string, Registered[]]>([
    [
      "one that expired, before one that is newer",
      [
        { ...taro, status: "EXPIRED" },
        { ...jiro, status: "PENDING" },
      ],
    ],
    ["one being processed", [{ ...taro, status: "PENDING" }]],
    ["one that waits to be sent", [{ ...taro, status: null, submission: "queued" }]],
    [
      "one that may be lost",
      [
        { ...jiro, status: "PENDING" },
        { ...taro, status: null, submission: "unknown" },
      ],
    ],
    ["one with a new status", [{ ...taro, status: "IN_REVIEW" }]],
  ])("where none was ever registered, is the newest that may be: %s", async (_which, rows) => {
    await registered(...rows);
    expect(await nameOnRecord()).toEqual(["ヤマダ　タロウ"]);
  });

  test.each<[string, Registered[], string]>([
    ["one that waits to be sent", [{ ...taro, status: null, submission: "queued" }], "unknown"],
    ["one being processed", [{ ...taro, status: "PENDING" }], "unknown"],
    ["one that expired", [{ ...taro, status: "EXPIRED" }], "same"],
  ])("is kept in the payee book only where it was registered: %s", async (_which, rows, check) => {
    await registered(...rows);
    expect(await checkOfPayee(taro.userName)).toMatchObject({ check });
  });

  test.each<[string, Registered]>([
    ["took none", { ...taro, status: "FAILED" }],
    ["is not asked any more about one that it processed", { ...taro, status: "PENDING" }],
  ])("is unknown where the service %s", async (_what, first) => {
    const refused = ["rejected", "not_created"] as const;
    await registered(first, ...refused.map((submission) => ({ ...asked, submission })));
    expect(await nameOnRecord()).toEqual([]);
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
