import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { balanceMovements } from "@/drizzle/schema/movements";
import { Forbidden } from "@/lib/auth/context";
import { findMovements } from "@/lib/reconciliation/movements/find-movements";
import { getMovement } from "@/lib/reconciliation/movements/queries";
import { matchEntry, unmatchEntry, uploadStatement, withdrawStatement } from "@/lib/reconciliation/statements/commands";
import { getEntry, listEntries, listStatements } from "@/lib/reconciliation/statements/queries";
import { entriesAsked } from "@/lib/reconciliation/statements/schema";
import { camt, type Entry, zenginStatementRecords } from "../../support/bank-statements";
import { openTestContext, type TestContext } from "../../support/context";
import { bytesOf } from "../../support/payout-files";
import { costsOf, recordQueries } from "../../support/query-costs";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
  context.clock.now = new Date("2026-11-25T12:00:00+09:00");
});
afterAll(() => context.close());

/** Each test has a file and amounts of its own. */
let unit = 10_000_000;
beforeEach(() => {
  unit += 1_234_567;
});

/** A movement of the balance on a day in November 2026, at ten in the morning. */
async function moved(day: string, amount: number, currency = "JPY"): Promise<string> {
  const untilAt = new Date(`${day}T10:01:00+09:00`);
  const [made] = await context.db
    .insert(balanceMovements)
    .values({
      ...{ environment: "sandbox", currency, amount: String(amount) },
      ...{ fromAt: new Date(untilAt.getTime() - 60_000), untilAt, foundAt: untilAt },
    })
    .returning({ id: balanceMovements.id });
  return made!.id;
}

const zengin = (entries: Entry[]) => bytesOf(zenginStatementRecords(entries).join(""), "Shift_JIS");

async function uploaded(bytes: Uint8Array, { account = "own" as "own" | "service", name = "statement.txt" } = {}) {
  const kept = await uploadStatement(await context.as("finance"), { name, account, bytes });
  if (!kept.ok) throw new Error(kept.error.kind);
  const { rows } = await listEntries(
    await context.as("finance"),
    entriesAsked.parse({ statement: kept.value.statementId }),
  );
  return { ...kept.value, rows };
}

test("an entry matches the one movement of its amount within three bank days, and says so on both sides", async () => {
  const finance = await context.as("finance");
  // Friday; Monday is a holiday, and Thursday is the third bank day.
  const movementId = await moved("2026-11-26", unit);
  const { rows, ...kept } = await uploaded(
    zengin([
      { day: "2026-11-20", amount: -unit, party: "ｶ)ﾍﾟｲﾒﾝﾂ" },
      { day: "2026-11-20", amount: unit },
    ]),
  );
  expect(kept).toMatchObject({ entries: 2, broken: 0, matched: 1 });
  expect(rows.map(({ amount, state, match }) => [amount, state, match?.movementId, match?.by]).toSorted()).toEqual([
    [String(-unit), "matched", movementId, null],
    [String(unit), "unmatched", undefined, undefined],
  ]);
  const entryId = rows.find(({ state }) => state === "matched")!.entryId;
  expect(await getMovement(finance, { movementId })).toMatchObject({ entry: { entryId, bookedOn: "2026-11-20" } });
  expect(await getEntry(finance, { entryId })).toMatchObject({ movement: { amount: String(unit) }, offers: [] });
  const viewer = await context.as("viewer");
  const hidden = { party: null, description: null, reference: null, raw: null };
  expect(await getEntry(viewer, { entryId })).toMatchObject(hidden);
});

test("an entry that is ambiguous or a day too far is offered, and never matched", async () => {
  const finance = await context.as("finance");
  const [first, second] = [await moved("2026-11-24", unit), await moved("2026-11-25", unit)];
  const far = await moved("2026-11-13", 2 * unit);
  const near = await moved("2026-11-24", 3 * unit - 440);
  const { rows, matched } = await uploaded(
    new TextEncoder().encode(
      camt([
        { day: "2026-11-24", amount: -unit, description: "twice" },
        { day: "2026-11-24", amount: -2 * unit, description: "far" },
        { day: "2026-11-24", amount: -3 * unit, description: "fee" },
      ]),
    ),
  );
  expect(matched).toBe(0);
  const entry = async (description: string) =>
    getEntry(finance, { entryId: rows.find((row) => row.description === description)!.entryId });
  const offers = async (of: string) => (await entry(of))!.offers.map(({ movementId, reason }) => [movementId, reason]);
  expect(await offers("twice")).toEqual([
    [first, "ambiguous"],
    [second, "ambiguous"],
  ]);
  expect(await offers("far")).toEqual([[far, "days"]]);
  expect(await offers("fee")).toEqual([[near, "amount"]]);

  const { entryId } = (await entry("fee"))!;
  const hand = { entryId, movementId: near, reason: "less the fee" };
  expect(await matchEntry(finance, { ...hand, movementId: await moved("2026-11-24", -3 * unit) })).toMatchObject({
    ...{ ok: false, error: { kind: "not_alike" } },
  });
  await expect(matchEntry(await context.as("ops"), hand)).rejects.toThrow(Forbidden);
  expect(await matchEntry(finance, hand)).toEqual({ ok: true, value: null });
  expect(await matchEntry(finance, hand)).toMatchObject({ ok: false, error: { kind: "matched_already" } });
  expect((await entry("fee"))!.history).toMatchObject([
    { kind: "matched", by: finance.actor.name, reason: "less the fee" },
  ]);

  // A reason may name the player.
  const viewer = await context.as("viewer");
  const asked = entriesAsked.parse({ statement: (await entry("fee"))!.statementId, state: "matched" });
  expect((await listEntries(viewer, asked)).rows).toMatchObject([{ match: { reason: "•••" } }]);
  await unmatchEntry(finance, { entryId, reason: "another fee" });
  expect((await getEntry(viewer, { entryId }))!.history.map(({ reason }) => reason)).toEqual(["•••", "•••"]);
});

test("a match that a person undid is not made again, and one whose movement an order explains ends", async () => {
  const [finance, job] = [await context.as("finance"), await context.as("job")];
  const [one, two] = [await moved("2026-11-24", unit), await moved("2026-11-24", 2 * unit)];
  const { rows, matched } = await uploaded(
    zengin([
      { day: "2026-11-24", amount: -unit },
      { day: "2026-11-24", amount: -2 * unit },
    ]),
  );
  expect(matched).toBe(2);
  const of = (movementId: string) => rows.find(({ match }) => match?.movementId === movementId)!;
  const undo = { entryId: of(one).entryId, reason: "another transfer" };
  expect(await unmatchEntry(finance, undo)).toEqual({ ok: true, value: null });
  expect(await unmatchEntry(finance, undo)).toMatchObject({ ok: false });
  await context.db.execute(sql`update balance_movements set explained_at = now() where id = ${two}`);
  await findMovements(job);
  for (const movementId of [one, two])
    expect(await getEntry(finance, of(movementId))).toMatchObject({ state: "unmatched", match: null });
  expect((await getEntry(finance, of(one)))!.history.map(({ kind, by }) => [kind, by]).toSorted()).toEqual([
    ["matched", null],
    ["unmatched", finance.actor.name],
  ]);
});

test("an entry waits for a movement that is found later", async () => {
  const { rows, matched } = await uploaded(zengin([{ day: "2026-11-24", amount: -unit }]));
  expect(matched).toBe(0);
  const movementId = await moved("2026-11-24", unit);
  await findMovements(await context.as("job"));
  expect(await getEntry(await context.as("finance"), rows[0]!)).toMatchObject({ match: { movementId, by: null } });
});

test("on the account of the service what comes in comes to the balance", async () => {
  const movementId = await moved("2026-11-24", unit, "THB");
  const bytes = new TextEncoder().encode(camt([{ day: "2026-11-24", amount: unit }], { currency: "THB" }));
  const finance = await context.as("finance");
  expect(await uploadStatement(finance, { name: "s.xml", account: "service", bytes })).toMatchObject({
    ...{ ok: true, value: { matched: 1 } },
  });
  expect(await getMovement(finance, { movementId })).toMatchObject({ entry: { bookedOn: "2026-11-24" } });
});

test("who sees no names sees the end of a statement's account alone, and no holder", async () => {
  const { rows } = await uploaded(zengin([{ day: "2026-11-24", amount: -unit }]));
  const entryId = rows[0]!.entryId;
  const all = entriesAsked.parse({});
  const seen = async (role: "ops" | "support" | "viewer") => {
    const ctx = await context.as(role);
    return JSON.stringify([await listStatements(ctx), await listEntries(ctx, all), await getEntry(ctx, { entryId })]);
  };
  expect(await seen("ops")).toMatch(/001-1234567/);
  for (const role of ["support", "viewer"] as const) {
    expect(await seen(role)).not.toMatch(/001-1234567|ﾁﾖｳﾊﾞ/);
    expect(await seen(role)).toContain('"account":"•••567"');
  }
});

test("the same file is refused kindly, a broken record is kept apart, and the bytes stay as they came", async () => {
  const finance = await context.as("finance");
  const records = zenginStatementRecords([
    { day: "2026-11-24", amount: -unit },
    { day: "2026-11-24", amount: -2 * unit },
  ]);
  const broken = records.with(1, `${records[1]!.slice(0, 24)}0000000000X1${records[1]!.slice(36)}`);
  const bytes = bytesOf(broken.join("\r\n"), "Shift_JIS");
  const { rows, statementId, ...kept } = await uploaded(bytes, { name: "明細.txt" });
  expect(kept).toMatchObject({ entries: 2, broken: 1, leftOut: 0 });
  const bad = rows.find(({ state }) => state === "broken")!;
  expect(await getEntry(finance, bad)).toMatchObject({
    ...{ line: 2, amount: null, offers: [] },
    problems: [{ field: "amount", column: "25–36", value: "0000000000X1", code: "entryDigits" }],
  });
  expect(await matchEntry(finance, { ...bad, movementId: bad.entryId, reason: "no" })).toMatchObject({ ok: false });
  expect(await uploadStatement(finance, { name: "again.txt", account: "own", bytes })).toMatchObject({
    ...{ ok: false, error: { kind: "uploaded_already", statementId, name: "明細.txt", by: finance.actor.name } },
  });
  const { rows: held } = await context.db.execute<{ content: Buffer }>(
    sql`select content from bank_statements where id = ${statementId}`,
  );
  expect(held[0]!.content.equals(Buffer.from(bytes))).toBe(true);
  expect((await listStatements(finance)).find((one) => one.statementId === statementId)).toMatchObject({
    ...{ name: "明細.txt", format: "zengin", entries: 2, matched: 0, broken: 1, isOwn: true },
  });
  await expect(context.db.execute(sql`update bank_entries set amount = 1`)).rejects.toThrow();
});

test("an entry that an earlier statement of the account has is counted and matched once", async () => {
  const [finance, job] = [await context.as("finance"), await context.as("job")];
  const monday = { day: "2026-11-16", amount: -unit, party: "ｶ)ﾍﾟｲﾒﾝﾂ" };
  const tuesday = { day: "2026-11-17", amount: -2 * unit };
  const fee = { day: "2026-11-16", amount: -(unit - 1), description: "ﾃｽｳﾘﾖｳ" };
  const sums = async () => (await listEntries(finance, entriesAsked.parse({ q: String(unit - 1) }))).sums;
  const first = await moved("2026-11-16", unit);
  const { rows } = await uploaded(zengin([monday, fee, fee]));
  const firstDay = await sums();
  expect(firstDay).toMatchObject([{ count: 2, out: String(-2 * (unit - 1)) }]);

  // The bank numbers the entries of each file, and two that are alike in one file are two.
  const longer = await uploaded(zengin([fee, tuesday, monday, fee]));
  expect(longer).toMatchObject({ entries: 4, repeated: 3, matched: 0, rows: [{ amount: String(-2 * unit) }] });
  expect(await sums()).toEqual(firstDay);
  const another = await moved("2026-11-18", unit);
  await findMovements(job);
  expect(await getMovement(finance, { movementId: another })).toMatchObject({ entry: null });
  expect(await getMovement(finance, { movementId: first })).toMatchObject({
    entry: { entryId: rows.find(({ match }) => match !== null)!.entryId },
  });
  const wednesday = { ...monday, day: "2026-11-18" };
  expect(await uploaded(zengin([fee, fee, fee, wednesday]))).toMatchObject({ repeated: 2, matched: 1 });
  expect(await sums()).toMatchObject([{ count: 3 }]);
  const counts = (await listStatements(finance)).map(({ entries, repeated }) => [entries, repeated]);
  expect(counts).toEqual(
    expect.arrayContaining([
      [3, 0],
      [4, 3],
      [4, 2],
    ]),
  );
});

test("an entry is another one by its account and the reference of the bank, not by its number in the file", async () => {
  const entry = { day: "2026-11-24", amount: unit, description: "same" };
  const other = (text: string) => new TextEncoder().encode(text);
  const text = camt([entry]);
  await uploaded(other(text));
  const repeated = async (changed: string) => (await uploaded(other(changed))).repeated;
  expect(await repeated(text.replace("1234567", "7654321"))).toBe(0);
  expect(await repeated(text.replace("REF-2026-11-24", "REF-OTHER"))).toBe(0);
  const numbered = (number: number) => text.replace(/<AcctSvcrRef>.*<.AcctSvcrRef>/, `<NtryRef>${number}</NtryRef>`);
  expect(await repeated(numbered(1))).toBe(0);
  expect(await repeated(numbered(2))).toBe(1);
});

test("a statement of the wrong side is withdrawn, so that later ones count and the file can be uploaded again", async () => {
  const finance = await context.as("finance");
  const movementId = await moved("2026-11-24", unit);
  const transfer = { day: "2026-11-24", amount: -unit };
  const bytes = zengin([transfer]);
  const wrong = await uploaded(bytes, { account: "service", name: "wrong.txt" });
  const longer = await uploaded(zengin([transfer, { day: "2026-11-25", amount: 2 * unit }]));
  expect([wrong.matched, longer.matched, longer.repeated]).toEqual([0, 0, 1]);

  await expect(withdrawStatement(await context.as("ops"), wrong)).rejects.toThrow(Forbidden);
  expect(await withdrawStatement(finance, wrong)).toEqual({ ok: true, value: null });
  expect(await withdrawStatement(finance, wrong)).toEqual({ ok: false, error: { kind: "no_statement" } });
  expect((await listStatements(finance)).map(({ statementId }) => statementId)).not.toContain(wrong.statementId);
  expect(await listEntries(finance, entriesAsked.parse({ statement: wrong.statementId }))).toMatchObject({
    rows: [],
    sums: [],
  });
  expect(await getEntry(finance, wrong.rows[0]!)).toBeNull();
  const { rows: lines } = await context.db.execute(
    sql`select detail from audit_events where subject = ${wrong.statementId} and action = 'statement.withdrawn'`,
  );
  expect(lines).toMatchObject([{ detail: { name: "wrong.txt" } }]);

  // What the withdrawn one had before it counts now in the longer one, and is matched.
  const { entry } = (await getMovement(finance, { movementId }))!;
  expect(await getEntry(finance, entry!)).toMatchObject({ statementId: longer.statementId });
  expect(await withdrawStatement(finance, longer)).toEqual({ ok: false, error: { kind: "has_matches" } });
  const again = await uploaded(bytes);
  expect([again.repeated, again.rows]).toEqual([1, []]);
  await unmatchEntry(finance, { ...entry!, reason: "another transfer" });
  expect(await withdrawStatement(finance, longer)).toEqual({ ok: true, value: null });
  const asked = entriesAsked.parse({ statement: again.statementId });
  expect((await listEntries(finance, asked)).rows).toMatchObject([{ state: "unmatched" }]);

  for (const change of [
    sql`update bank_statements set withdrawn_at = null, withdrawn_by = null`,
    sql`update bank_statements set is_own = not is_own`,
    sql`update bank_entries set identity = id::text, is_counted = false`,
  ])
    await expect(context.db.execute(change)).rejects.toThrow();
});

test("filters find entries by state, amount, name and days, with the sums of all of them", async () => {
  const finance = await context.as("finance");
  const { statementId } = await uploaded(
    zengin([
      { day: "2026-10-01", amount: unit + 1, party: "ｻﾄｳ ﾊﾅｺ" },
      { day: "2026-10-02", amount: -(unit + 2), description: "100%" },
    ]),
  );
  const list = async (asked: object) => listEntries(finance, entriesAsked.parse({ statement: statementId, ...asked }));
  expect((await list({})).sums).toEqual([
    { currency: "JPY", state: "unmatched", count: 2, in: String(unit + 1), out: String(-(unit + 2)) },
  ]);
  const amounts = async (asked: object) => (await list(asked)).rows.map(({ amount }) => amount);
  expect(await amounts({ q: `¥${unit + 1}` })).toEqual([String(unit + 1)]);
  expect(await amounts({ q: "ｻﾄｳ" })).toEqual([String(unit + 1)]);
  expect(await amounts({ q: "0%" })).toEqual([String(-(unit + 2))]);
  expect(await amounts({ from: "2026-10-02" })).toEqual([String(-(unit + 2))]);
  expect(await amounts({ state: "matched" })).toEqual([]);
  expect(await amounts({ currency: "THB" })).toEqual([]);
  const all = await listEntries(await context.as("viewer"), entriesAsked.parse({ q: "ｻﾄｳ" }));
  expect(all.rows).toEqual([]);
});

test("entries of a few days are found and summed by an index, however many there are of others", async () => {
  const finance = await context.as("finance");
  const { statementId } = await uploaded(zengin([{ day: "2026-11-24", amount: -unit }]));
  await context.db.execute(sql`
    insert into bank_entries (statement_id, environment, line, account, raw, booked_on, currency, amount, party, description,
      reference, identity, is_counted)
    select ${statementId}::uuid, 'sandbox', n, 0, '', date '2020-01-01' + n / 20, 'JPY', n, '', '', '', 'many ' || n, true
    from generate_series(1, 20000) n`);
  await context.db.execute(sql`analyze bank_entries`);
  const { db, asked } = recordQueries(context.pool);
  const days = entriesAsked.parse({ from: "2020-02-01", to: "2020-02-02" });
  const costs = await costsOf({ client: context.pool, asked }, () => listEntries({ ...finance, db }, days));
  expect(costs.filter(({ isScanned }) => isScanned)).toEqual([]);
});
