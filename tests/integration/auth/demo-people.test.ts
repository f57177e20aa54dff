import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { people } from "@/drizzle/schema/people";
import { activeDemoPeople, addPerson, DEMO_SEEDER } from "@/lib/auth/users";
import { NOWHERE, openWorld } from "../../support/context";

const world = await openWorld(NOWHERE);
afterAll(() => world.close());

test("active people of a demo are known by who added them, and nobody else is taken for one", async () => {
  const deps = { db: world.db, now: () => world.clock.now };
  const demo = { email: "ops@demo.example", name: "Demo", role: "ops", password: null } as const;
  await addPerson({ ...deps, actor: DEMO_SEEDER }, demo);
  const actor = { kind: "system", id: "user:create", name: "npm run user:create" } as const;
  await addPerson({ ...deps, actor }, { ...demo, email: "admin@demo.example", role: "admin" });
  expect(await activeDemoPeople(world.db)).toEqual(["ops@demo.example"]);

  await world.db.update(people).set({ disabledAt: world.clock.now }).where(eq(people.email, "ops@demo.example"));
  expect(await activeDemoPeople(world.db)).toEqual([]);
});
