import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { users } from "@/drizzle/schema/users";
import { activeDemoUsers, addUser, DEMO_SEEDER } from "@/lib/auth/users";
import { NOWHERE, openTestContext } from "../../support/context";

const context = await openTestContext(NOWHERE);
afterAll(() => context.close());

test("active demo users are those that the seeder added, and no other user", async () => {
  const deps = { db: context.db, now: () => context.clock.now };
  const demo = { email: "ops@demo.example", name: "Demo", role: "ops", password: null } as const;
  await addUser({ ...deps, actor: DEMO_SEEDER }, demo);
  const actor = { kind: "system", id: "user:create", name: "npm run user:create" } as const;
  await addUser({ ...deps, actor }, { ...demo, email: "admin@demo.example", role: "admin" });
  expect(await activeDemoUsers(context.db)).toEqual(["ops@demo.example"]);

  await context.db.update(users).set({ disabledAt: context.clock.now }).where(eq(users.email, "ops@demo.example"));
  expect(await activeDemoUsers(context.db)).toEqual([]);
});
