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
import { openWorld, type World } from "../../support/context";
import { depsOf, from, signedIn } from "../../support/sign-in";
import { typedForm } from "../../support/typed-form";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("a new database knows nobody", async () => {
  expect(await world.db.select().from(users)).toEqual([]);
});

test("a password is kept as argon2id makes it, never the same twice", async () => {
  const [one, other] = [await hashPassword("a password"), await hashPassword("a password")];
  expect(one).not.toBe(other);
  for (const hash of [one, other]) {
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(hash) ?? [];
    expect([Number(memory) >= 19 * 1024, Number(passes) >= 2]).toEqual([true, true]);
  }
  await world.as("finance");
  const [held] = await world.db.select().from(users);
  expect(held?.passwordHash).toMatch(/^\$argon2id\$/);
});

test("what lets somebody in is random, and long enough", async () => {
  const [ops, admin] = [await world.as("ops"), await world.as("admin")];
  const ids = new Set([await signedIn(world, "ops"), await signedIn(world, "ops")]);
  expect(ids.size).toBe(2);
  for (const id of ids) expect(Buffer.from(id, "base64url").length).toBeGreaterThanOrEqual(16);
  await requestWithdrawal(ops, withdrawalInput.parse(typedForm()));
  await rotateCallbackAddress(admin);
  const [order] = await world.db.select().from(transactions);
  const [address] = await world.db.select().from(callbackAddresses);
  for (const token of [order?.callbackToken, address?.token]) expect(token).toMatch(/^[0-9a-f]{48,}$/);
});

test("where the database does not answer, nobody is who they say", async () => {
  await world.as("approver");
  const id = await signedIn(world, "approver");
  const gone = openPool("postgres://nobody@127.0.0.1:1/none");
  const deps = { ...depsOf(world), db: connect(gone) };
  await expect(userOf(deps, id)).rejects.toThrow();
  const attempt = { email: "approver@test.example", password: "password of approver", ...from() };
  await expect(openSession(deps, attempt)).rejects.toThrow();
  expect(await userOf(depsOf(world), id)).toMatchObject({ role: "approver" });
  expect((await world.db.select().from(sessions)).length).toBeGreaterThan(0);
  await gone.end();
});
