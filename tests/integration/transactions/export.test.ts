import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { transactions } from "@/drizzle/schema/transactions";
import type { Role } from "@/lib/auth/permissions";
import { tokyoDay } from "@/lib/time";
import { exportOrders } from "@/lib/transactions/list/export";
import { ordersExported } from "@/lib/transactions/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { requested } from "../../support/orders";

let context: TestContext;
beforeEach(async () => {
  context = await openTestContext();
});
afterEach(() => context.close());

const AT = new Date("2026-11-20T15:00:05.000Z");

const wanted = (address: string) => ordersExported.parse(Object.fromEntries(new URLSearchParams(address)));

async function fileFor(address: string, role: Role = "finance", most?: number) {
  const file = await exportOrders(await context.as(role), wanted(address), most);
  if (!file.ok) return file.error;
  return { count: file.value.rows, bytes: Buffer.from(await new Response(file.value.body).arrayBuffer()) };
}

async function linesFor(address: string, role?: Role) {
  const file = await fileFor(address, role);
  if (!("bytes" in file)) throw new Error(file.kind);
  return file.bytes.toString("utf8").replace("\ufeff", "").trimEnd().split("\r\n");
}

const addMany = (many: number) =>
  context.db.execute(sql`
    insert into transactions (environment, reference_id, type, currency, amount, created_at, updated_at)
    select 'sandbox', 'MANY-' || n, 'WITHDRAW', 'JPY', n, now() - n * interval '1 minute', now()
    from generate_series(1, ${many}::int) n`);

describe("the file of a list", () => {
  test("says byte for byte what it holds: marked as UTF-8, its clock named, nothing a formula, zeros in front", async () => {
    const usual = { environment: "sandbox", type: "WITHDRAW", currency: "JPY", createdAt: AT, updatedAt: AT } as const;
    await context.db.insert(transactions).values([
      { ...usual, referenceId: "=HYPERLINK(1)", amount: "1000", playerId: "0042", status: "COMPLETED" },
      { ...usual, referenceId: "B", amount: "5.50", playerId: 'say "hi", 太郎', createdAt: new Date(AT.getTime() - 1) },
    ]);
    const columns = "columns=createdAt.referenceId.playerId.amount.state";
    const file = await fileFor(columns);
    const text = `\ufeff"createdAt (Asia/Tokyo, UTC+09:00)",referenceId,playerId,amount,state\r
2026-11-21 00:00:05,'=HYPERLINK(1),0042,1000,COMPLETED\r
2026-11-21 00:00:04,B,"say ""hi"", 太郎",5.50,unheard\r
`;
    expect(file).toEqual({ count: 2, bytes: Buffer.from(text, "utf8") });
    expect((await linesFor(`${columns}&zone=UTC`)).slice(0, 2)).toEqual([
      '"createdAt (UTC, UTC+00:00)",referenceId,playerId,amount,state',
      "2026-11-20 15:00:05,'=HYPERLINK(1),0042,1000,COMPLETED",
    ]);
  });

  test("keeps what begins with a zero where a spreadsheet opens it, and is no formula but that of its own text", async () => {
    const usual = { environment: "sandbox", type: "WITHDRAW", currency: "JPY", createdAt: AT, updatedAt: AT } as const;
    await context.db
      .insert(transactions)
      .values({ ...usual, referenceId: '=1+"1"', amount: "1000", playerId: "0042", status: "COMPLETED" });
    const columns = "columns=createdAt.referenceId.playerId.amount.fee";
    expect((await linesFor(`${columns}&format=csv_text`))[1]).toBe(
      '2026-11-21 00:00:05,"=""=1+""""1""""""","=""0042""",1000,',
    );
    const file = await fileFor(`${columns}&format=xlsx`);
    if (!("bytes" in file)) throw new Error(file.kind);
    const rows = file.bytes.toString("utf8").trimEnd().split("\n");
    expect(rows.map((row) => JSON.parse(row))).toEqual([
      ["createdAt (Asia/Tokyo, UTC+09:00)", "referenceId", "playerId", "amount", "fee"],
      ["2026-11-21 00:00:05", '=1+"1"', "0042", "1000", ""],
    ]);
  });

  test("says when an order was paid and who says so, and when one from elsewhere was first seen", async () => {
    const usual = { environment: "sandbox", type: "WITHDRAW", currency: "JPY", amount: "1", updatedAt: AT } as const;
    const later = (hours: number) => new Date(AT.getTime() + hours * 3_600_000);
    const ended = { endedAt: later(1), endKnownAt: later(48) } as const;
    await context.db.insert(transactions).values([
      { ...usual, ...ended, referenceId: "D", status: "COMPLETED", endedAtSource: "service", createdAt: later(-1) },
      { ...usual, ...ended, referenceId: "C", status: "COMPLETED", endedAtSource: "learned", createdAt: later(-2) },
      { ...usual, ...ended, referenceId: "B", status: "FAILED", endedAtSource: "service", createdAt: later(-3) },
      { ...usual, referenceId: "A", status: "SUCCESS", createdAt: later(-4), firstSeenAt: later(48) },
    ]);
    expect(await linesFor("columns=referenceId.createdAt.firstSeenAt.paidAt.paidAtSource")).toEqual([
      '"createdAt (Asia/Tokyo, UTC+09:00)",referenceId,"firstSeenAt (Asia/Tokyo, UTC+09:00)","paidAt (Asia/Tokyo, UTC+09:00)",paidAtSource',
      "2026-11-20 23:00:05,D,,2026-11-21 01:00:05,service",
      "2026-11-20 22:00:05,C,,2026-11-21 01:00:05,learned",
      "2026-11-20 21:00:05,B,,,",
      "2026-11-20 20:00:05,A,2026-11-23 00:00:05,,",
    ]);
    expect(await linesFor("columns=referenceId&paidFrom=2026-11-21&paidTo=2026-11-21")).toEqual([
      "referenceId",
      "D",
      "C",
    ]);
  });

  test("states that a withdrawn request was withdrawn, as no money left", async () => {
    const taken = { environment: "sandbox", type: "WITHDRAW", currency: "JPY", amount: "1", createdAt: AT } as const;
    await context.db
      .insert(transactions)
      .values({ ...taken, referenceId: "T", submission: "withdrawn", updatedAt: AT });
    expect(await linesFor("columns=referenceId.submission")).toEqual(["referenceId,submission", "T,taken back"]);
  });

  test("says of what a lost database may have sent that it is unknown, also where it ended here", async () => {
    const made = { environment: "sandbox", type: "WITHDRAW", currency: "JPY", amount: "1", updatedAt: AT } as const;
    const marked = { ...made, possiblySentUntil: AT };
    await context.db.insert(transactions).values([
      { ...marked, referenceId: "D", submission: "declined", createdAt: new Date(AT.getTime() + 3) },
      { ...marked, referenceId: "C", submission: "awaiting_approval", createdAt: new Date(AT.getTime() + 2) },
      { ...marked, referenceId: "B", submission: "rejected", createdAt: new Date(AT.getTime() + 1) },
      { ...made, referenceId: "A", submission: "declined", createdAt: AT },
    ]);
    expect(await linesFor("columns=referenceId.state")).toEqual([
      "referenceId,state",
      ...["D,unknown", "C,unknown", "B,rejected", "A,not_sent"],
    ]);
  });

  test("holds exactly what the filter lets through, in its order, however many batches it takes", async () => {
    await addMany(2_345);
    const least = 1_100;
    const lines = await linesFor(`columns=referenceId&currency=JPY&least=${least}&sort=smallest`);
    const expected = Array.from({ length: 2_345 - least + 1 }, (_none, n) => `MANY-${least + n}`);
    expect(lines).toEqual(["referenceId", ...expected]);
  });

  test("holds those that were chosen, and nothing where none or too many are named", async () => {
    await addMany(3);
    expect(await linesFor("columns=referenceId&only=MANY-1%0AMANY-3")).toEqual(["referenceId", "MANY-1", "MANY-3"]);
    expect(await linesFor("columns=referenceId&only=")).toEqual(["referenceId"]);
    expect(await linesFor(`columns=referenceId&only=${"MANY-1%0A".repeat(3_000)}`)).toEqual(["referenceId"]);
  });

  test("holds those that were chosen though they have left the filter since, and none of another list", async () => {
    await addMany(3);
    const lines = await linesFor("columns=referenceId&state=unknown&least=3&sort=smallest&only=MANY-2%0AMANY-1");
    expect(lines).toEqual(["referenceId", "MANY-1", "MANY-2"]);
    expect(await linesFor("list=deposits&columns=referenceId&only=MANY-1")).toEqual(["referenceId"]);
  });

  test("is refused rather than cut where it would be too long", async () => {
    await addMany(5);
    expect(await fileFor("", "finance", 4)).toEqual({ kind: "too_many", most: 4 });
    expect(await fileFor("", "finance", 5)).toMatchObject({ count: 5 });
    expect(await context.db.$count(auditEvents, eq(auditEvents.action, "transactions.exported"))).toBe(1);
  });

  test("leaves a line in the log: who took which filter, and how many orders", async () => {
    await addMany(3);
    await fileFor("type=WITHDRAW&player=unknown&columns=referenceId.amount");
    const [line] = await context.db.select().from(auditEvents).where(eq(auditEvents.action, "transactions.exported"));
    expect(line).toMatchObject({
      actorName: "finance",
      detail: { filter: "type=WITHDRAW&player=unknown", columns: "referenceId amount", rows: 0, zone: "Asia/Tokyo" },
    });
  });

  test("leaves a line that names the days which words for days meant then", async () => {
    await fileFor("from=today&to=today&columns=referenceId");
    const [line] = await context.db.select().from(auditEvents).where(eq(auditEvents.action, "transactions.exported"));
    const today = tokyoDay(context.clock.now);
    expect(line?.detail).toMatchObject({ filter: `from=${today}&to=${today}` });
  });

  test("leaves a line of chosen orders that names no filter, as none was applied", async () => {
    await addMany(3);
    await fileFor("state=unknown&least=3&columns=referenceId&only=MANY-2%0AMANY-1");
    const [line] = await context.db.select().from(auditEvents).where(eq(auditEvents.action, "transactions.exported"));
    expect(line?.detail).toMatchObject({ filter: "", chosen: 2, rows: 2 });
  });

  test("has accounts and names whole only for those who may see them", async () => {
    await requested(context, { destinationAccount: "0012345", destinationAccountName: "ヤマダ　タロウ" });
    const columns = "columns=bankCode.account.accountName";
    expect((await linesFor(columns, "ops"))[1]).toBe("0005,0012345,ヤマダ　タロウ");
    expect((await linesFor(columns, "finance"))[1]).toBe("0005,•••345,ヤ•••");
  });

  test("is written for few at a time, and a slot is free again when a download is cancelled half-way", async () => {
    await addMany(3);
    const ctx = await context.as("finance");
    const begun = [];
    for (let n = 0; n < 3; n += 1) begun.push(await exportOrders(ctx, wanted("")));
    expect(await exportOrders(ctx, wanted(""))).toEqual({ ok: false, error: { kind: "busy" } });
    for (const file of begun) if (file.ok) await file.value.body.cancel();
    expect(await fileFor("")).toMatchObject({ count: 3 });
  });

  test("breaks off where the database goes away, so that a part is not taken for the whole", async () => {
    await addMany(3_000);
    const finance = await context.as("finance");
    const file = await exportOrders(finance, wanted("columns=referenceId"));
    if (!file.ok) throw new Error(file.error.kind);
    const reader = file.value.body.getReader();
    await reader.read();
    await reader.read();
    await context.loseConnections();
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toThrow();
    // A request before the pool has noticed gets a connection that is dying.
    await expect.poll(() => finance.db.$client.totalCount).toBe(0);
    expect(await fileFor("columns=referenceId")).toMatchObject({ count: 3_000 });
  });
});
