import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { deliveries } from "@/drizzle/schema/deliveries";
import { paymentInstructions } from "@/drizzle/schema/deposits";
import { exchanges } from "@/drizzle/schema/evidence";
import { registrations } from "@/drizzle/schema/registrations";
import { transactions } from "@/drizzle/schema/transactions";
import { getDelivery, listActivity, readLog } from "@/lib/activity/queries";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import type { Role } from "@/lib/auth/permissions";
import { startBackfill } from "@/lib/backfill/commands";
import { getBackfill } from "@/lib/backfill/queries";
import { decideBatch } from "@/lib/batches/approvals";
import { getBatch } from "@/lib/batches/queries";
import { getDepositToCorrect } from "@/lib/deposits/queries";
import { getFile, getResults, listFiles, startFile } from "@/lib/kyc/bulk-import";
import { getPlayer } from "@/lib/kyc/queries";
import { revealPii } from "@/lib/reveal/commands";
import type { RevealInput } from "@/lib/reveal/schema";
import { getTimeline, getTransaction } from "@/lib/transaction-detail/queries";
import { resolveDiscrepancy } from "@/lib/transactions/discrepancies/resolve";
import { listAttention } from "@/lib/transactions/list/attention";
import { addNote } from "@/lib/transactions/notes";
import { getExchange, listWithoutNews } from "@/lib/transactions/queries";
import { decideWithdrawal } from "@/lib/withdrawals/approvals";
import { batchOf, requestAsSeen, uploaded } from "../../support/batches";
import { openTestContext, type TestContext } from "../../support/context";
import { listDeposits, listPlayers, listWithdrawals } from "../../support/lists";
import { requested, requestedDeposit } from "../../support/orders";
import { registering } from "../../support/players";

/** Names and accounts that stand nowhere else. */
const PLANTED = {
  ...{ holder: "ゼンザイ　ハナ", account: "7654321", payer: "コウノ　トリ", payerAccount: "998877665" },
  ...{
    receiver: "カ）ウケトリニン",
    receiverAccount: "5544332",
    player: "ミツマメ　ジロウ",
    earlier: "ミツマメ　シロウ",
  },
  ...{ link: "https://pay.example/tok-4711", stranger: "ダレデモナイ", fileName: "キナコ　モチ" },
  ...{ pasted: "アンコ　クダサイ", brokenRow: "ダンゴ　サンショク", leftOutRow: "ワラビ　モチコ" },
};
const SECRETS = [...Object.values(PLANTED), ...Object.values(PLANTED).map((value) => value.replaceAll("　", ""))];

let context: TestContext;
let ids: {
  withdrawal: string;
  deposit: string;
  player: string;
  fileId: string;
  runId: string;
  exchangeId: string;
  deliveryId: string;
  batchId: string;
};

beforeAll(async () => {
  context = await openTestContext();
  const { holder, account, payer, payerAccount, receiver, receiverAccount, link, player, earlier, stranger } = PLANTED;
  const withdrawal = await requested(context, {
    ...{ amount: "688,000", destinationAccount: account, destinationAccountName: holder },
  });
  const deposit = await requestedDeposit(context, { payerAccountName: payer, payerAccount });
  const { playerId } = await registering(context, { userName: earlier });
  await registering(context, { playerId, userName: player });
  const bodies = {
    requestBody: `{"destinationAccount":"${account}","destinationAccountName":"${holder}"}`,
    body: `{"message":"no such holder ${holder} (${account})","fields":[],"holder":"${stranger}","address":"${link}"}`,
  };
  const failure = { kind: "refused" as const, status: 400, message: `no such holder ${holder}`, fields: [] };
  const sentAt = context.clock.now;
  const sent = {
    environment: "sandbox" as const,
    sentAt,
    headers: {},
    path: "/withdraw",
    purpose: "status_check" as const,
  };
  const [kept] = await context.db
    .insert(exchanges)
    .values({ ...sent, transactionRow: withdrawal.id, ...bodies, answeredAt: sentAt, httpStatus: 400, failure })
    .returning();
  const instructions = { receiverAccount, receiverName: receiver, address: link };
  await context.db
    .insert(paymentInstructions)
    .values({ transactionRow: deposit.id, at: sentAt, exchangeId: kept!.id, ...instructions });
  const note = { referenceId: deposit.referenceId, noteId: randomUUID(), text: `Sent ${link} to the player by mail.` };
  await addNote(await context.as("ops"), note);
  const [came] = await context.db
    .insert(deliveries)
    .values({
      ...{ environment: "sandbox", receivedAt: sentAt, headers: {}, signature: "absent", answered: 200 },
      body: Buffer.from(
        `{"transaction_id":"tx-77","status":"COMPLETED","payer":"${stranger}","receiverAccount":"${account}"}`,
      ),
    })
    .returning();
  const file = await startFile(await context.as("ops"), {
    ...{ formId: randomUUID(), name: "players.csv", digest: "0".repeat(64) },
    rows: [
      { line: 2, playerId: "p-file", userName: PLANTED.fileName, leftOut: null, replaces: null },
      { line: 3, playerId: `p-7,"${PLANTED.brokenRow}`, userName: "", leftOut: "refused" },
      { line: 4, playerId: PLANTED.leftOutRow, userName: "p-8", leftOut: "by_hand" },
    ],
  });
  const list = await startBackfill(await context.as("ops"), { ids: `${PLANTED.pasted} ${"x".repeat(200)}` });
  const [intended] = await listWithdrawals(await context.as("ops"), { show: "all" });
  const { withdrawal: seen } = (await getTransaction(await context.as("approver"), intended!))!;
  const reason = `名義 ${holder.replaceAll("　", " ")} と口座 ${account} が合いません`;
  await decideWithdrawal(await context.as("approver"), {
    ...{ referenceId: withdrawal.referenceId, decision: "declined", digest: seen!.digest!, reason },
  });
  const batchId = await uploaded(context, [
    { destinationAccount: account, destinationAccountName: holder, amount: "600,000" },
  ]);
  await requestAsSeen(context, batchId);
  const { root } = await batchOf(context, batchId);
  const decision = { batchId, digest: root ?? "", decision: "sent_back" as const, reason };
  await decideBatch(await context.as("approver"), decision);
  ids = {
    ...{ withdrawal: withdrawal.referenceId, deposit: deposit.referenceId, player: playerId },
    runId: list.ok ? list.value.runId : "",
    ...{ fileId: file.ok ? file.value.fileId : "", exchangeId: kept!.id, deliveryId: came!.id, batchId },
  };
});
afterAll(() => context.close());

/** Everything that shows an order, a player or what went over the wire. */
const VIEWS: Record<string, (ctx: Ctx) => Promise<unknown>> = {
  "the withdrawal": (ctx) => getTransaction(ctx, { referenceId: ids.withdrawal }),
  "the deposit": (ctx) => getTransaction(ctx, { referenceId: ids.deposit }),
  withdrawals: (ctx) => listWithdrawals(ctx, { show: "all" }),
  deposits: (ctx) => listDeposits(ctx, { show: "all" }),
  "the player": (ctx) => getPlayer(ctx, { playerId: ids.player }),
  players: (ctx) => listPlayers(ctx, { show: "all", q: "" }),
  "the file": (ctx) => getFile(ctx, ids),
  "its results": (ctx) => getResults(ctx, { ...ids, format: "csv" }),
  files: (ctx) => listFiles(ctx, { anchor: undefined }),
  "what went over the wire": (ctx) => getExchange(ctx, ids),
  "a callback": (ctx) => getDelivery(ctx, ids),
  "the log": (ctx) => readLog(ctx, { kind: "all" }),
  "the newest of it": (ctx) => listActivity(ctx, { kind: "all" }),
  attention: listAttention,
  "without news": listWithoutNews,
  "a list of missing orders": (ctx) => getBackfill(ctx, { runId: ids.runId, after: 0 }),
  "a batch": (ctx) => getBatch(ctx, ids),
  "a form to correct": (ctx) => getDepositToCorrect(ctx, { referenceId: ids.deposit }),
};

/** What a role gets to see; a view that it may not have shows nothing. */
async function seenBy(role: Role, view: (ctx: Ctx) => Promise<unknown>): Promise<string> {
  const shown = view(await context.as(role)).catch((error: unknown) => {
    if (error instanceof Forbidden) return null;
    throw error;
  });
  return JSON.stringify(await shown);
}

describe("what was planted", () => {
  /** Support hands the link and the account to pay to over to the player. */
  const receiverFor = (role: Role) =>
    role === "support" ? [PLANTED.link, PLANTED.receiver, PLANTED.receiverAccount] : [];

  describe.each(["finance", "support", "viewer"] as const)("%s", (role) => {
    test.each(Object.entries(VIEWS))("is not in %s", async (_name, view) => {
      const seen = await seenBy(role, view);
      const allowed = receiverFor(role);
      expect(SECRETS.filter((secret) => seen.includes(secret) && !allowed.includes(secret))).toEqual([]);
    });
  });

  test.each(["admin", "ops", "approver"] as const)("is all there for %s", async (role) => {
    await context.as(role);
    const seen = (await Promise.all(Object.values(VIEWS).map((view) => seenBy(role, view)))).join("\n");
    // Who does not look for missing orders sees no list of them.
    const elsewhere = role === "approver" ? [PLANTED.pasted] : [];
    expect(Object.values(PLANTED).filter((value) => !seen.includes(value))).toEqual(elsewhere);
  });

  test("is the path of a payment link: who may not see it sees whose page it is", async () => {
    const { instructions, notes } = (await getTransaction(await context.as("viewer"), { referenceId: ids.deposit }))!;
    expect(instructions).toMatchObject({ address: "https://pay.example/•••", masked: true, revealable: false });
    expect(notes).toMatchObject([{ text: "Sent ••• to the player by mail." }]);
  });

  test("is not found by guessing", async () => {
    const found = async (role: Role, q: string) =>
      (await readLog(await context.as(role), { kind: "delivery", q })).entries.length;
    expect([await found("ops", "7654321"), await found("ops", "tx-77")]).toEqual([1, 1]);
    for (const role of ["finance", "support", "viewer"] as const) {
      expect([await found(role, "7654321"), await found(role, "tx-77")]).toEqual([0, 1]);
      const players = async (q: string) => (await listPlayers(await context.as(role), { show: "all", q })).rows.length;
      expect([await players("ミツ"), await players(ids.player)]).toEqual([0, 1]);
    }
    expect((await listPlayers(await context.as("ops"), { show: "all", q: "ミツ" })).rows).toHaveLength(1);
  });

  test("is found by an ID in full width, also where names are masked, and by an ID that holds wide characters", async () => {
    const wide = "Ｗ会員-1";
    const at = new Date();
    await context.db
      .insert(registrations)
      .values({ environment: "sandbox", playerId: wide, currency: "JPY", createdAt: at, updatedAt: at });
    const inFullWidth = ids.player.replace(/[!-~]/g, (narrow) => String.fromCharCode(narrow.charCodeAt(0) + 0xfee0));
    for (const role of ["ops", "finance", "support", "viewer"] as const) {
      const players = async (q: string) =>
        (await listPlayers(await context.as(role), { show: "all", q })).rows.map(({ playerId }) => playerId);
      expect(await players(inFullWidth)).toEqual([ids.player]);
      expect(await players("Ｗ会")).toEqual([wide]);
    }
  });
});

describe.each(["WITHDRAW", "DEPOSIT"] as const)("of a %s from elsewhere, whose parties are not on record,", (type) => {
  const referenceId = `${type}-from-elsewhere`;
  const typed = `名義 ${PLANTED.holder}、口座 ${PLANTED.account}`;
  const at = new Date("2026-11-20T10:00:00+09:00");
  beforeAll(async () => {
    const [order] = await context.db
      .insert(transactions)
      .values({
        ...{ environment: "sandbox", type, referenceId, currency: "JPY", amount: "12000" },
        ...{ status: "COMPLETED", createdAt: at, updatedAt: at },
        ...{ discrepancyAt: at, discrepancyKind: "reports" },
      })
      .returning();
    const sent = { path: "/", headers: {}, requestBody: "", sentAt: at, answeredAt: at } as const;
    const row = { ...sent, environment: "sandbox", purpose: "status_check", transactionRow: order!.id } as const;
    const failure = { kind: "refused" as const, status: 400, message: typed, fields: [] };
    const [asked] = await context.db
      .insert(exchanges)
      .values({ ...row, failure })
      .returning();
    // The account to pay to is stated of each deposit that is asked about.
    if (type === "DEPOSIT")
      await context.db.insert(paymentInstructions).values({
        ...{ transactionRow: order!.id, exchangeId: asked!.id, at, receiverAccount: PLANTED.receiverAccount },
      });
    await addNote(await context.as("ops"), { referenceId, noteId: randomUUID(), text: typed });
    const finding = { referenceId, finding: "moved_once", reason: typed, seen: null } as const;
    expect(await resolveDiscrepancy(await context.as("approver"), finding)).toMatchObject({ ok: true });
  });
  const read = async (role: Role) => {
    const ctx = await context.as(role);
    return {
      ...(await getTransaction(ctx, { referenceId }))!,
      pages: (await getTimeline(ctx, { referenceId, limit: 50, before: "2100-01-01|0|" }))!,
    };
  };

  test("a viewer reads nothing that people typed, and nothing that the service said", async () => {
    const { notes, resolution, ...seen } = await read("viewer");
    expect([notes[0]?.text, resolution?.reason]).toEqual(["•••", "•••"]);
    expect(JSON.stringify(seen)).not.toMatch(/ゼンザイ|7654321/);
  });

  test("who may reveal reads what people typed, and who sees names the service's own words, too", async () => {
    for (const [role, message] of [
      ["support", "•••"],
      ["ops", typed],
    ] as const) {
      const { notes, resolution, timeline } = await read(role);
      expect([notes[0]?.text, resolution?.reason]).toEqual([typed, typed]);
      expect(timeline).toContainEqual(expect.objectContaining({ failure: expect.objectContaining({ message }) }));
    }
  });
});

describe("of a deposit that names no payer", () => {
  let order: Awaited<ReturnType<typeof requestedDeposit>>;
  const read = async (role: Role) => {
    const { notes, timeline } = (await getTransaction(await context.as(role), order))!;
    return { note: notes[0]?.text, said: timeline.flatMap((entry) => ("failure" in entry ? [entry.failure] : [])) };
  };
  beforeAll(async () => {
    order = await requestedDeposit(context, { payerAccountName: "", payerAccount: "" });
    await addNote(await context.as("ops"), { ...order, noteId: randomUUID(), text: `入金者 ${PLANTED.payer}` });
  });

  test("the service's reason is shown, as nothing was sent that it could repeat", async () => {
    const failure = { kind: "refused" as const, status: 400, message: "amount too high", fields: ["amount"] };
    const sent = { path: "/", headers: {}, requestBody: "", sentAt: order.createdAt, answeredAt: order.createdAt };
    const row = { ...sent, environment: "sandbox", purpose: "status_check", transactionRow: order.id } as const;
    const [asked] = await context.db
      .insert(exchanges)
      .values({ ...row, failure })
      .returning();
    for (const role of ["viewer", "support", "finance"] as const) expect((await read(role)).said).toEqual([failure]);
    const stated = { transactionRow: order.id, exchangeId: asked!.id, at: order.createdAt };
    await context.db.insert(paymentInstructions).values({ ...stated, receiverAccount: PLANTED.receiverAccount });
    for (const role of ["viewer", "support", "finance"] as const) expect((await read(role)).said).toEqual([failure]);
  });

  test("a viewer reads no note, as its payer cannot be taken out, also where the account to pay to is known", async () => {
    expect((await read("viewer")).note).toBe("•••");
    expect((await read("support")).note).toBe(`入金者 ${PLANTED.payer}`);
  });
});

describe("showing what is masked", () => {
  const revealed = async (role: Role, input: RevealInput) => revealPii(await context.as(role), input);
  const lines = (subject: string) =>
    context.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, subject), eq(auditEvents.action, "pii.revealed")))
      .orderBy(auditEvents.id);

  test.each([
    [
      "recipient",
      () => ({ of: "recipient", referenceId: ids.withdrawal }),
      () => ids.withdrawal,
      [PLANTED.holder, PLANTED.account],
    ],
    [
      "payer",
      () => ({ of: "payer", referenceId: ids.deposit }),
      () => ids.deposit,
      [PLANTED.payer, PLANTED.payerAccount],
    ],
    [
      "receiver",
      () => ({ of: "receiver", referenceId: ids.deposit }),
      () => ids.deposit,
      [PLANTED.receiver, PLANTED.link],
    ],
    ["player", () => ({ of: "player", playerId: ids.player }), () => ids.player, [PLANTED.player, PLANTED.earlier]],
    ["delivery", () => ({ of: "delivery", deliveryId: ids.deliveryId }), () => ids.deliveryId, [PLANTED.stranger]],
    [
      "exchange",
      () => ({ of: "exchange", exchangeId: ids.exchangeId }),
      () => ids.withdrawal,
      [PLANTED.holder, PLANTED.stranger],
    ],
  ] as [string, () => RevealInput, () => string, string[]][])(
    "of a %s leaves a line that says who saw it, and not what",
    async (of, input, subject, values) => {
      const before = (await lines(subject())).length;
      const shown = await revealed("finance", input());
      for (const value of values) expect(JSON.stringify(shown)).toContain(value);
      const after = await lines(subject());
      expect(after).toHaveLength(before + 1);
      expect(after.at(-1)).toMatchObject({ actorName: "finance", detail: { of } });
      expect(JSON.stringify(after.at(-1)!.detail)).not.toContain(values[0]);
    },
  );

  test("of what is not there shows nothing and writes nothing", async () => {
    const nothing = { ok: false, error: { kind: "nothing_there" } };
    expect(await revealed("support", { of: "payer", referenceId: ids.withdrawal })).toEqual(nothing);
    expect(await revealed("support", { of: "player", playerId: "unknown" })).toEqual(nothing);
    expect(await revealed("finance", { of: "delivery", deliveryId: randomUUID() })).toEqual(nothing);
    expect(await lines("unknown")).toEqual([]);
  });

  test("raw requests, responses and callbacks are not shown to a user who may not read them masked", async () => {
    await expect(revealed("support", { of: "exchange", exchangeId: ids.exchangeId })).rejects.toThrow(Forbidden);
    await expect(revealed("support", { of: "delivery", deliveryId: ids.deliveryId })).rejects.toThrow(Forbidden);
  });

  test("another environment's is not there", async () => {
    const ctx = { ...(await context.as("finance")), environment: "production" as const };
    for (const input of [
      { of: "recipient", referenceId: ids.withdrawal },
      { of: "player", playerId: ids.player },
      { of: "delivery", deliveryId: ids.deliveryId },
    ] as const)
      expect(await revealPii(ctx, input)).toEqual({ ok: false, error: { kind: "nothing_there" } });
  });
});
