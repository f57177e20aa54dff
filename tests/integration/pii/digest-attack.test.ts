import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportLog } from "@/lib/activity/export";
import { listActivity, readLog } from "@/lib/activity/queries";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import type { Role } from "@/lib/auth/permissions";
import { getDay } from "@/lib/daily-close/queries";
import { canonical } from "@/lib/payments-api/sign";
import { searchHeld, suggestHeld } from "@/lib/search/commands";
import { tokyoDay } from "@/lib/time";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { listAttention } from "@/lib/transactions/list/attention";
import { exportOrders } from "@/lib/transactions/list/export";
import { listOrders } from "@/lib/transactions/list/list";
import { addNote } from "@/lib/transactions/notes";
import { listWithoutNews } from "@/lib/transactions/queries";
import { ordersAsked, ordersExported } from "@/lib/transactions/schema";
import { listViews } from "@/lib/views/queries";
import { termsOf } from "@/lib/withdrawals/request";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm } from "../../support/forms";
import { listDeposits, listWithdrawals } from "../../support/lists";
import { approved, requested } from "../../support/orders";

/** All that is masked of an account of seven digits: its first four. */
const CANDIDATES = 10_000;
const SHOWN = "321";
const ACCOUNT = `7654${SHOWN}`;
const FORM = { amount: "688,000", destinationAccount: ACCOUNT };

let context: TestContext;
let order: Awaited<ReturnType<typeof requested>>;

beforeAll(async () => {
  context = await openTestContext();
  order = await approved(context, await requested(context, FORM));
  await addNote(await context.as("ops"), { ...order, noteId: "0".repeat(32), text: `口座 ${ACCOUNT} を確認` });
});
afterAll(() => context.close());

const textOf = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

/** Every view, search and export that shows an order to those who see accounts masked. */
const READS: ((ctx: Ctx) => Promise<unknown>)[] = [
  (ctx) => getTransaction(ctx, order),
  (ctx) => listOrders(ctx, ordersAsked.parse({})),
  (ctx) => listWithdrawals(ctx, { show: "all" }),
  (ctx) => listDeposits(ctx, { show: "all" }),
  (ctx) => readLog(ctx, { kind: "all" }),
  (ctx) => readLog(ctx, { kind: "all", order: order.referenceId }),
  (ctx) => listActivity(ctx, { kind: "all" }),
  listAttention,
  listWithoutNews,
  (ctx) => listViews(ctx, { list: "withdrawals" }),
  (ctx) => getDay(ctx, { day: tokyoDay(ctx.now()) }),
  (ctx) => searchHeld(ctx, { q: order.referenceId }),
  (ctx) => suggestHeld(ctx, { q: order.referenceId }),
  async (ctx) => textOf((await exportLog(ctx, { kind: "all" })).body),
  async (ctx) => {
    const file = await exportOrders(ctx, ordersExported.parse({}));
    if (!file.ok) throw new Error(JSON.stringify(file));
    return textOf(file.value.body);
  },
];

async function everythingFor(role: Role): Promise<string> {
  const ctx = await context.as(role);
  const read = await Promise.all(
    READS.map((one) =>
      one(ctx).catch((error: unknown) => {
        if (error instanceof Forbidden) return null;
        throw error;
      }),
    ),
  );
  return JSON.stringify(read);
}

const TERMS = termsOf(withdrawalInput.parse(typedForm(FORM)));

/** What a digest without a key would be, of the terms and of the note. */
function hashesFor(first: number): string[] {
  const account = `${String(first).padStart(4, "0")}${SHOWN}`;
  const texts = [canonical({ ...TERMS, destinationAccount: account }), account, `口座 ${account} を確認`];
  return texts.map((text) => createHash("sha256").update(text).digest("hex"));
}

describe.each(["viewer", "finance", "support"] as const)("from all that %s reads of an order", (role) => {
  test("no digest can be taken, and its masked account is there", async () => {
    const seen = await everythingFor(role);
    expect(seen).toContain(order.referenceId);
    expect(seen).toContain(`•••${SHOWN}`);
    expect(seen).not.toContain(ACCOUNT);
    // Session and row ids aside, nothing is as long as a digest, and no short form is called one.
    expect(seen).not.toMatch(/v1:[0-9a-f]{8}:|\b[0-9a-f]{64}\b|(digest|sha256)[^a-z]{1,8}[0-9a-f]{6}/);
  });

  test(`${CANDIDATES} candidate accounts cannot be distinguished`, async () => {
    const seen = new Set((await everythingFor(role)).match(/[0-9a-f]{6,}/g));
    const beginnings = new Set([...seen].map((text) => text.slice(0, 6)));
    const confirmed = Array.from({ length: CANDIDATES }, (_, first) => first).filter((first) =>
      hashesFor(first).some((hash) => seen.has(hash)),
    );
    expect(confirmed).toEqual([]);
    // A short form would leave one in 1,677 candidates; the true one must not be among them by more than chance.
    expect(hashesFor(7654).some((hash) => beginnings.has(hash.slice(0, 6)))).toBe(false);
  });
});

test("who decides sees the digest, and it confirms no candidate without the key", async () => {
  const view = await getTransaction(await context.as("approver"), order);
  expect(view!.withdrawal!.digest).toMatch(/^v1:[0-9a-f]{8}:[0-9a-f]{64}$/);
  expect(hashesFor(7654)).not.toContain(view!.withdrawal!.digest!.slice(-64));
});
