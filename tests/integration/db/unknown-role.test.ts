import { afterAll, beforeAll, expect, test } from "vitest";
import { callbackAddresses } from "@/drizzle/schema/callbacks";
import { transactions } from "@/drizzle/schema/transactions";
import { sessions, users } from "@/drizzle/schema/users";
import { hashPassword } from "@/lib/auth/password";
import { openSession, userOf } from "@/lib/auth/sessions";
import { rotateCallbackAddress } from "@/lib/callbacks/commands";
import { connect, openPool } from "@/lib/db/connection";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm } from "../../support/forms";
import { depsOf, from, signedIn } from "../../support/sign-in";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

test("a new database has no users", async () => {
  expect(await context.db.select().from(users)).toEqual([]);
});

test("a password is kept as argon2id makes it, never the same twice", async () => {
  const [one, other] = [await hashPassword("a password"), await hashPassword("a password")];
  expect(one).not.toBe(other);
  for (const hash of [one, other]) {
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(hash) ?? [];
    expect([Number(memory) >= 19 * 1024, Number(passes) >= 2]).toEqual([true, true]);
  }
  await context.as("finance");
  const [held] = await context.db.select().from(users);
  expect(held?.passwordHash).toMatch(/^\$argon2id\$/);
});

test("credentials are random and long enough", async () => {
  const [ops, admin] = [await context.as("ops"), await context.as("admin")];
  const ids = new Set([await signedIn(context, "ops"), await signedIn(context, "ops")]);
  expect(ids.size).toBe(2);
  for (const id of ids) expect(Buffer.from(id, "base64url").length).toBeGreaterThanOrEqual(16);
  await requestWithdrawal(ops, withdrawalInput.parse(typedForm()));
  await rotateCallbackAddress(admin);
  const [order] = await context.db.select().from(transactions);
  const [address] = await context.db.select().from(callbackAddresses);
  for (const token of [order?.callbackToken, address?.token]) expect(token).toMatch(/^[0-9a-f]{48,}$/);
});

test("where the database does not answer, no caller is authenticated", async () => {
  await context.as("approver");
  const id = await signedIn(context, "approver");
  const gone = openPool("postgres://unknown@127.0.0.1:1/none");
  const deps = { ...depsOf(context), db: connect(gone) };
  await expect(userOf(deps, id)).rejects.toThrow();
  const attempt = { email: "approver@test.example", password: "password of approver", ...from() };
  await expect(openSession(deps, attempt)).rejects.toThrow();
  expect(await userOf(depsOf(context), id)).toMatchObject({ role: "approver" });
  expect((await context.db.select().from(sessions)).length).toBeGreaterThan(0);
  await gone.end();
});
