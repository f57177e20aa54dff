import { createHash, randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportAudit } from "@/lib/audit/export";
import { linkAuditLines } from "@/lib/audit/link";
import { getAuditLine, getAuditLink, listAuditChoices, readAudit } from "@/lib/audit/queries";
import { record } from "@/lib/audit/record";
import { type AuditFilter, auditFilter } from "@/lib/audit/schema";
import type { Ctx } from "@/lib/auth/context";
import { openTestContext, type TestContext } from "../../support/context";
import { requested } from "../../support/orders";

let context: TestContext;
let admin: Ctx;
beforeAll(async () => {
  context = await openTestContext();
  admin = await context.as("admin");
  const order = await requested(context);
  const others = { ...admin, actor: { kind: "job", id: "sweep", name: "sweep" } as const };
  for (let minute = 1; minute <= 60; minute++) {
    context.clock.now = new Date(Date.parse("2026-03-01T14:30:00Z") + minute * 60_000);
    const event = { action: "transaction.note_added" as const, subject: `=s-${minute}`, detail: { reason: "=1+1" } };
    await context.db.transaction((tx) => record(tx, minute % 2 ? admin : others, event));
  }
  expect(order.referenceId).toBeTruthy();
});
afterAll(() => context.close());

const filtered = (given: Record<string, string>) => auditFilter.parse(given);
const read = async (given: Record<string, string>) => (await readAudit(admin, filtered(given))).lines;

describe("the lines of the audit log", () => {
  test("come page by page, newest first, each once", async () => {
    const [first, pages] = [
      await readAudit(admin, filtered({ action: "transaction.note_added" as const })),
      [] as string[],
    ];
    expect(first.lines).toHaveLength(50);
    const rest = await readAudit(
      admin,
      filtered({ action: "transaction.note_added" as const, before: first.older ?? "" }),
    );
    expect(rest.older).toBeNull();
    pages.push(...[...first.lines, ...rest.lines].map(({ subject }) => subject));
    expect(pages).toEqual(Array.from({ length: 60 }, (_none, at) => `=s-${60 - at}`));
  });

  test.each([
    ["a person", () => ({ who: admin.actor.id, action: "transaction.note_added" as const }), 30],
    ["people and no jobs", () => ({ who: "users", action: "transaction.note_added" as const }), 30],
    ["several actions", () => ({ action: "user.added,transaction.note_added", to: "2026-03-01" }), 29],
    ["several users", () => ({ who: `${admin.actor.id},${randomUUID()}`, action: "transaction.note_added" }), 30],
    ["what it was done to", () => ({ subject: "=s-7" }), 1],
    ["what it was done to, in capitals", () => ({ subject: "=S-7" }), 1],
    ["what it was done to, in full width", () => ({ subject: "＝Ｓ－７" }), 1],
    ["a day in Tokyo, which begins at 15:00 UTC", () => ({ from: "2026-03-02", to: "2026-03-02" }), 31],
    ["the day before it", () => ({ to: "2026-03-01" }), 29],
    [
      "what makes no sense, which filters nothing",
      () => ({ who: "x", from: "31", action: "transaction.note_added" as const }),
      50,
    ],
  ] as [string, () => Record<string, string>, number][])("are found by %s", async (_what, given, count) => {
    expect(await read(given())).toHaveLength(count);
  });

  test("tell their place in the chain when they are asked for it, and those of the other environment do not", async () => {
    const [line] = await read({ subject: "=s-7" });
    expect(await getAuditLink(admin, { lineId: line!.id })).toEqual({ link: null, isWaiting: true });
    await linkAuditLines(context.db);
    const shown = await getAuditLink(admin, { lineId: line!.id });
    expect(shown?.isWaiting).toBe(false);
    expect(shown?.link).toMatchObject({ position: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const [ofNone] = await read({ chain: "console" });
    expect((await getAuditLink(admin, { lineId: ofNone!.id }))?.link).not.toBeNull();
    expect(await getAuditLink({ ...admin, environment: "production" }, { lineId: line!.id })).toBeNull();
    expect(await getAuditLink(admin, { lineId: "999999999999" })).toBeNull();
  });

  test("are read one by one, wherever they stand, and those of the other environment are not", async () => {
    const [line, ofNone] = [...(await read({ subject: "=s-7" })), ...(await read({ chain: "console" }))];
    expect((await read({})).map(({ id }) => id)).not.toContain(line!.id);
    expect(await getAuditLine(admin, { lineId: line!.id })).toEqual(line);
    expect(await getAuditLine(admin, { lineId: ofNone!.id })).toEqual(ofNone);
    expect(await getAuditLine({ ...admin, environment: "production" }, { lineId: line!.id })).toBeNull();
    expect(await getAuditLine(admin, { lineId: "999999999999" })).toBeNull();
  });

  test("of no environment stand in a chain of their own", async () => {
    const lines = await read({ chain: "console" });
    expect(lines.map(({ action }) => action)).toContain("user.added");
    expect((await read({})).map(({ action }) => action)).not.toContain("user.added");
    expect((await listAuditChoices(admin, { chain: "console" })).actions).toEqual(["user.added"]);
    const here = await listAuditChoices(admin, { chain: "here" });
    expect(here.actions).toEqual(expect.arrayContaining(["transaction.note_added" as const, "withdrawal.requested"]));
    expect(here.users.map(({ name }) => name)).toContain("admin");
  });
});

async function exported(given: Record<string, string>) {
  const { before: _page, ...filter }: AuditFilter = filtered(given);
  const { body } = await exportAudit(admin, filter);
  const text = await new Response(body).text();
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
  return { text, rows };
}

describe("the export of the audit log", () => {
  test("can be verified by a third party, link by link, from the beginning of the chain", async () => {
    const { rows } = await exported({});
    let previous = createHash("sha256").update("choba audit: sandbox").digest("hex");
    for (const [at, row] of rows.entries()) {
      expect(row).toMatchObject({ position: String(at + 1), previous });
      const line = Buffer.from(row.hashed!, "base64");
      previous = createHash("sha256").update(Buffer.from(previous, "hex")).update(line).digest("hex");
      expect(row.hash).toBe(previous);
      expect(line.toString()).toContain(row.action);
    }
    expect(rows.length).toBeGreaterThan(60);
  });

  test("holds exactly what the filter lets through, in Tokyo's time, and no formula", async () => {
    const { rows, text } = await exported({ subject: "=s-7" });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      action: "transaction.note_added" as const,
      subject: "'=s-7",
      "at (Asia/Tokyo, UTC+09:00)": "2026-03-01 23:37:00",
    });
    expect(text).not.toMatch(/(^|,)"?=/m);
  });

  test("is itself a line", async () => {
    await exported({ subject: "=s-8" });
    const [line] = await read({ action: "audit.exported" });
    expect(line).toMatchObject({
      actor: { name: "admin" },
      subject: "sandbox",
      detail: { filter: { subject: "=s-8" } },
    });
  });
});

test("a player whom another system registered in full width is found as it is", async () => {
  const event = { action: "transaction.note_added" as const, subject: "ｐ－３３", detail: {} };
  await context.db.transaction((tx) => record(tx, admin, event));
  expect(await read({ subject: "ｐ－３３" })).toHaveLength(1);
});
