import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { totps } from "@/drizzle/schema/factors";
import { createVault } from "@/lib/auth/crypto";
import { SEALED, sealAgain } from "@/lib/auth/seal-again";
import { startApp } from "@/lib/security/commands";
import { openTestContext, type TestContext } from "../../support/context";
import { TEST_SECRET } from "../../support/test-secret";

const NEXT = "the secret that comes after the one of tests";
const rotated = createVault(NEXT, TEST_SECRET);

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

test("no column of the database that holds something encrypted is left out", async () => {
  const { rows } = await context.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like 'sealed%' order by 1`,
  );
  const { getTableName } = await import("drizzle-orm");
  const known = SEALED.map(({ column }) => `${getTableName(column.table)}.${column.name}`);
  expect(rows.map(({ name }) => name)).toEqual(known.toSorted());
});

test("what the former secret has encrypted is encrypted with the new one, once, and recorded", async () => {
  const begun = await startApp(await context.as("ops"));
  const ctx = { ...(await context.as("job")), vault: rotated };
  expect(await sealAgain(ctx)).toEqual({ count: 1 });
  expect(await sealAgain(ctx)).toEqual({ count: 0 });
  const [totp] = await context.db.select().from(totps);
  expect(createVault(NEXT).open("totp", totp!.sealedSecret)).toBe(begun.ok && begun.value.secret);
  const lines = await context.db.select().from(auditEvents).where(eq(auditEvents.action, "secrets.sealed_again"));
  expect(lines.map(({ subject, detail, environment }) => ({ subject, detail, environment }))).toEqual([
    { subject: "AUTH_SECRET", detail: { count: 1 }, environment: null },
  ]);
});

test("what neither secret has encrypted stays as it is", async () => {
  const ctx = {
    ...(await context.as("job")),
    vault: createVault(TEST_SECRET, "a secret that has never been in use anywhere"),
  };
  const before = await context.db.select().from(totps);
  expect(await sealAgain(ctx)).toEqual({ count: 0 });
  expect(await context.db.select().from(totps)).toEqual(before);
});
