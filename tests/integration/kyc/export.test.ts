import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { registrations } from "@/drizzle/schema/registrations";
import { Forbidden } from "@/lib/auth/context";
import type { Role } from "@/lib/auth/permissions";
import { exportPlayers } from "@/lib/kyc/export";
import { listPlayers } from "@/lib/kyc/queries";
import { playersAsked, playersExported } from "@/lib/kyc/schema";
import { openTestContext, type TestContext } from "../../support/context";

let context: TestContext;
beforeEach(async () => {
  context = await openTestContext();
});
afterEach(() => context.close());

const AT = new Date("2026-11-20T15:00:05.000Z");

const add = (playerId: string, more: Partial<typeof registrations.$inferInsert> = {}) =>
  context.db.insert(registrations).values({
    ...{ environment: "sandbox" as const, playerId, userName: "ヤマダ　タロウ", currency: "JPY" },
    ...{ createdAt: AT, updatedAt: AT, sentAt: AT, ...more },
  });

const given = (address: string) => Object.fromEntries(new URLSearchParams(address));

async function linesFor(address: string, role: Role = "ops", most?: number) {
  const file = await exportPlayers(await context.as(role), playersExported.parse(given(address)), most);
  if (!file.ok) return file.error;
  const text = Buffer.from(await new Response(file.value.body).arrayBuffer()).toString("utf8");
  return text.trimEnd().split("\r\n");
}

describe("the file of players", () => {
  test("says byte for byte what it holds, with zeros in front and nothing a formula", async () => {
    await add("0042", { status: "REGISTERED", statusSource: "query", statusAt: AT, submission: "accepted" });
    await add("gone", {
      ...{ status: "REGISTERED", statusSource: "query", statusAt: AT, submission: "accepted", notFoundAt: AT },
      createdAt: new Date(AT.getTime() - 2),
    });
    await add("=1+1", { userName: null, createdAt: new Date(AT.getTime() - 1), status: "FAILED" });
    expect(await linesFor("")).toEqual([
      '\ufeff"createdAt (Asia/Tokyo, UTC+09:00)",playerId,userName,currency,state,status,submission,evidence,"evidenceAt (Asia/Tokyo, UTC+09:00)","updatedAt (Asia/Tokyo, UTC+09:00)"',
      "2026-11-21 00:00:05,0042,ヤマダ　タロウ,JPY,registered,REGISTERED,accepted,query,2026-11-21 00:00:05,2026-11-21 00:00:05",
      "2026-11-21 00:00:04,'=1+1,,JPY,failed,FAILED,,,,2026-11-21 00:00:05",
      "2026-11-21 00:00:04,gone,ヤマダ　タロウ,JPY,not_found,REGISTERED,accepted,query,2026-11-21 00:00:05,2026-11-21 00:00:05",
    ]);
    expect(await linesFor("format=csv_text&q=0042")).toContainEqual(expect.stringContaining('"=""0042"""'));
  });

  test("holds the players of the list's filter and order, the current registration of each, or those that were chosen", async () => {
    for (const [at, playerId] of ["a", "b", "c", "d"].entries())
      await add(playerId, {
        createdAt: new Date(AT.getTime() + at * 1_000),
        status: at % 2 === 0 ? "FAILED" : "REGISTERED",
      });
    await add("gone", { status: "REGISTERED", notFoundAt: AT });
    await add("a", { supersededAt: AT, createdAt: new Date(0) });
    await add("elsewhere", { environment: "production" });
    for (const address of ["", "show=needs", "show=registered&sort=oldest", "q=c", "from=2026-11-22"]) {
      const { rows } = await listPlayers(await context.as("ops"), playersAsked.parse(given(address)));
      const lines = await linesFor(address);
      if (!Array.isArray(lines)) throw new Error(lines.kind);
      expect(lines.slice(1).map((line) => line.split(",")[1])).toEqual(rows.map(({ playerId }) => playerId));
    }
    expect(await linesFor("only=a%0Ad")).toHaveLength(3);
    // None was chosen, or more than can be: never all.
    expect(await linesFor("only=")).toHaveLength(1);
    expect(await linesFor(`only=${"a%0A".repeat(10_001)}`)).toHaveLength(1);
  });

  test("holds a chosen player who has left the filter since, and the audit log says how many were chosen", async () => {
    await add("left", { status: "REGISTERED" });
    await add("stays", { status: "FAILED" });
    await add("other", { status: "FAILED" });
    await add("elsewhere", { environment: "production" });
    const chosen = "only=left%0Astays%0Aelsewhere";
    for (const filter of ["show=needs", "q=sta", "from=2026-11-22", "to=2026-11-20"]) {
      const lines = await linesFor(`${filter}&${chosen}`);
      if (!Array.isArray(lines)) throw new Error(lines.kind);
      expect(lines.slice(1).map((line) => line.split(",")[1])).toEqual(expect.arrayContaining(["left", "stays"]));
      expect(lines).toHaveLength(3);
    }
    const [entry] = await context.db.select().from(auditEvents).where(eq(auditEvents.action, "players.exported"));
    expect(entry?.detail).toEqual({ filter: "", chosen: 3, rows: 2, format: "csv" });
  });

  test("has names as its reader may see them, and is in the audit log", async () => {
    await add("p-1");
    expect((await linesFor("")).toString()).toContain("ヤマダ　タロウ");
    const masked = (await linesFor("show=all", "finance")).toString();
    expect(masked).toContain("p-1");
    expect(masked).not.toContain("タロウ");
    const lines = await context.db.select().from(auditEvents).where(eq(auditEvents.action, "players.exported"));
    expect(lines.map(({ detail }) => detail)).toEqual([
      { filter: "", rows: 1, format: "csv" },
      { filter: "", rows: 1, format: "csv" },
    ]);
  });

  test("is not created where there are too many rows, nor without the permission", async () => {
    await add("p-1");
    await add("p-2");
    expect(await linesFor("", "ops", 1)).toEqual({ kind: "too_many", most: 1 });
    for (const role of ["support", "approver", "viewer"] as const)
      await expect(linesFor("", role)).rejects.toThrow(Forbidden);
    expect(await context.db.$count(auditEvents, eq(auditEvents.action, "players.exported"))).toBe(0);
  });
});
