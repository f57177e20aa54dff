import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { approvals } from "@/drizzle/schema/approvals";
import { deliveries } from "@/drizzle/schema/deliveries";
import { deposits } from "@/drizzle/schema/deposits";
import { attempts, exchanges } from "@/drizzle/schema/evidence";
import { notes } from "@/drizzle/schema/notes";
import { registrations } from "@/drizzle/schema/registrations";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { TOOLS, type ToolName } from "@/lib/mcp/server";
import { newKey } from "../../support/api";
import { openTestContext, type TestContext } from "../../support/context";
import { connectMcp, textOf } from "../../support/mcp";
import { type Hostile, hostileStrings } from "./hostile-strings";

/**
 * More by HOSTILE_ORDERS. Each order has twelve strings and a message of the service that repeats some of them; the
 * currency of every third is one more.
 */
const ORDERS = Number(process.env.HOSTILE_ORDERS ?? 84);
const SEED = Number(process.env.SEED ?? 20_261_125);

let context: TestContext;
const next = hostileStrings(SEED);
const hidden: Hostile[] = [];
const marked: Hostile[] = [];
const oneOf = (kind: Hostile[]) => () => {
  const one = next();
  kind.push(one);
  return one.text;
};
const secretOne = oneOf(hidden);
const markedOne = oneOf(marked);

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

/** An order with hostile text wherever text can stand. Plain IDs, so that it can be asked about. */
async function plant(index: number) {
  const { db, clock } = context;
  const at = clock.now;
  const isPayout = index % 2 === 0;
  const referenceId = `${isPayout ? "WD" : "DP"}-hostile-${index}`;
  const playerId = `p-hostile-${index}`;
  const [name, account, body] = [secretOne(), secretOne(), secretOne()];
  const person = {
    name: secretOne(),
    email: secretOne().toLowerCase(),
    role: "ops" as const,
    passwordHash: "none",
    createdAt: at,
  };
  const [user] = await db.insert(users).values(person).returning();
  const submission = index % 3 === 0 ? ("unknown" as const) : ("accepted" as const);
  // As the service may name one of an order that it was asked about: any word.
  const currency = index % 3 === 1 ? markedOne() : "JPY";
  const [order] = await db
    .insert(transactions)
    .values({
      ...{ environment: "sandbox", referenceId, playerId, type: isPayout ? "WITHDRAW" : "DEPOSIT", currency },
      ...{ amount: "1000", submission, createdAt: at, updatedAt: at, partyName: name, partyAccount: account },
    } as typeof transactions.$inferInsert)
    .returning();
  if (!order || !user) throw new Error("nothing was planted");
  const of = { transactionRow: order.id };
  const asked = { ...of, digest: "0", requestedBy: user.id, requestedAt: at };
  if (isPayout) {
    await db.insert(withdrawals).values({
      ...{ ...asked, destination: "0005", destinationName: secretOne(), destinationAccount: account },
      ...{ destinationAccountName: name, payeeKey: "k", purpose: secretOne(), approvalBasis: "payout" },
      ...{ approvalAmount: "1000", approversNeeded: 1, shortfallReason: secretOne() },
    } as typeof withdrawals.$inferInsert);
    const decision = { ...of, decision: "approved" as const, by: user.id, at, digest: "0", reason: secretOne() };
    await db.insert(approvals).values(decision);
  } else {
    await db.insert(deposits).values({ ...asked, payerAccountName: name, payerAccount: account });
    for (let more = 0; more < 4; more += 1) await note(order.id, user.id);
  }
  await note(order.id, user.id);
  // The service repeats a name and an account in its message: they are taken out, and the rest is marked.
  const message = `${markedOne()} ${name} / ${account} `;
  const failure = isPayout
    ? { kind: "unknown" as const, reason: "server_error" as const, status: 500, message }
    : { kind: "refused" as const, status: 400, message, fields: [`payerAccountName: ${name}`, account] };
  const [exchange] = await db
    .insert(exchanges)
    .values({
      ...{ environment: "sandbox" as const, ...of, purpose: "create" as const, path: "/withdraw", requestBody: body },
      ...{ sentAt: at, answeredAt: at, httpStatus: 500, headers: {}, body: JSON.stringify({ message }), failure },
    })
    .returning();
  await db.insert(attempts).values({
    ...{ ...of, number: 1, nonce: "n", signedAt: at, path: "/withdraw", body, claimedAt: at },
    ...{ outcome: "unknown", endedAt: at, exchangeId: exchange?.id ?? null },
  });
  const claimed = { status: secretOne(), type: null, money: null, playerId: secretOne() };
  await db.insert(deliveries).values({
    ...{
      environment: "sandbox" as const,
      ...of,
      receivedAt: at,
      headers: {},
      signature: "absent" as const,
      answered: 200,
    },
    ...{ body: Buffer.from(JSON.stringify(claimed)), said: claimed, effect: "asked" as const, referenceId },
  });
  await db.insert(registrations).values({
    ...{ environment: "sandbox" as const, playerId, userName: name, currency: "JPY", submission: "accepted" as const },
    ...{ createdAt: at, updatedAt: at },
  });
  return { referenceId, playerId, name, account };
}

const note = (transactionRow: string, by: string) =>
  context.db.insert(notes).values({ id: randomUUID(), transactionRow, by, at: context.clock.now, text: secretOne() });

/** As one reads it: in one width, without what cannot be seen, and without the escapes of JSON. */
const folded = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .toLowerCase();

/** The strings of an answer, and whether each is marked as text from outside. */
function stringsIn(value: unknown, key = ""): { text: string; isMarked: boolean }[] {
  if (typeof value === "string") return [{ text: value, isMarked: key === "untrusted" }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [
    { text: name, isMarked: false },
    ...stringsIn(one, Array.isArray(value) ? key : name),
  ]);
}

// What a broken answer would hold: markup, a fence, or what cannot be seen.
const BREAKS_OUT = /[<>`]|[^\P{C}\n]/u;

test("of hostile strings in names, notes and bodies none is unmasked in an answer of any tool", async () => {
  const { secret } = await newKey(await context.as("admin"), { scopes: ["mcp:read", "personal:read"], limits: [] });
  const client = await connectMcp(context, secret);
  const answers: { tool: string; text: string }[] = [];
  const call = async (tool: ToolName, given: Record<string, unknown> = {}) => {
    answers.push({ tool, text: await textOf(client, tool, given) });
    // Its clock stands still, and a key may ask ten times a second.
    context.clock.now = new Date(context.clock.now.getTime() + 100);
  };
  for (let index = 0; index < ORDERS; index += 1) {
    const { referenceId, playerId, name, account } = await plant(index);
    await Promise.all([
      call("get_order", { id: referenceId }),
      call("explain_order", { referenceId }),
      call("get_player", { playerId }),
      call("list_callbacks", { referenceId }),
      call("search", { text: referenceId }),
    ]);
    if (index % 8 === 0)
      for (const text of [name, account])
        await call("search", { text: [...text].filter((c) => !/\p{C}/u.test(c)).join("") });
  }
  for (const tool of ["list_open_items", "list_callbacks", "get_day", "get_balances"] as const) await call(tool);

  expect(new Set(answers.map(({ tool }) => tool))).toEqual(new Set(Object.keys(TOOLS)));
  expect(answers.filter(({ text }) => BREAKS_OUT.test(text)).map(({ tool }) => tool)).toEqual([]);
  const strings = answers.flatMap(({ tool, text }) => stringsIn(JSON.parse(text)).map((one) => ({ tool, ...one })));
  const all = folded(strings.map(({ text }) => text).join("\n"));
  const found = all.match(/zq[0-9a-z]+x[0-9a-z]+qz/g) ?? [];
  const seen = new Set(found);
  expect(hidden.filter(({ mark }) => seen.has(mark))).toEqual([]);
  // The messages of the service are there, and only where they are marked.
  expect(marked.filter(({ mark }) => !seen.has(mark))).toEqual([]);
  const loose = folded(strings.flatMap(({ text, isMarked }) => (isMarked ? [] : [text])).join("\n"));
  expect(loose).not.toContain("zq");
  expect(strings.filter(({ text }) => /evil\.example|9876543210/.test(text) && text.includes("@")).length).toBe(0);
  expect(hidden.length + marked.length).toBeGreaterThanOrEqual(ORDERS * 12);
  console.log(
    `mcp: ${hidden.length} strings masked, ${marked.length} marked, in ${answers.length} answers, seed ${SEED}`,
  );
}, 300_000);
