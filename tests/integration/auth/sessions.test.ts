import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { people, sessions } from "@/drizzle/schema/people";
import { openSession, personOf, revokeSession, SESSION_HOURS } from "@/lib/auth/sessions";
import { openWorld, type World } from "../../support/context";

let world: World;
let deps: Parameters<typeof openSession>[0];

beforeAll(async () => {
  world = await openWorld();
  deps = { db: world.db, now: () => world.clock.now };
  await world.as("ops");
});
afterAll(() => world.close());

const from = { userAgent: "test", address: "127.0.0.1" };
const signIn = (email = "ops@test.example", password = "password of ops") =>
  openSession(deps, { email, password, ...from });

describe("signing in", () => {
  test("opens a session that says who it is", async () => {
    expect(await personOf(deps, (await signIn())!)).toMatchObject({ email: "ops@test.example", role: "ops" });
  });

  test("does not care how the e-mail is written", async () => {
    expect(await signIn(" OPS@Test.example ")).not.toBeNull();
  });

  test.each([
    ["a wrong password", "ops@test.example", "password of op"],
    ["an unknown e-mail", "nobody@test.example", "password of ops"],
    ["an endless password", "ops@test.example", "x".repeat(100_000)],
  ])("is refused for %s", async (_why, email, password) => {
    expect(await signIn(email, password)).toBeNull();
  });

  test("is refused for a disabled person, whose open sessions end at once", async () => {
    await world.as("finance");
    const open = (await signIn("finance@test.example", "password of finance"))!;
    await world.db.update(people).set({ disabledAt: world.clock.now }).where(eq(people.email, "finance@test.example"));
    expect(await personOf(deps, open)).toBeNull();
    expect(await signIn("finance@test.example", "password of finance")).toBeNull();
  });

  test("leaves a line in the audit log, and no password in it", async () => {
    await signIn("ops@test.example", "hunter2hunter2");
    const events = await world.db.select().from(auditEvents);
    expect(events.map(({ action }) => action)).toEqual(expect.arrayContaining(["session.opened", "session.refused"]));
    expect(JSON.stringify(events.map(({ detail, subject }) => [detail, subject]))).not.toMatch(/hunter2|password/);
  });
});

describe("a session", () => {
  test("ends when it is revoked", async () => {
    const id = (await signIn())!;
    await revokeSession(deps, id);
    expect(await personOf(deps, id)).toBeNull();
  });

  test("ends after a working day", async () => {
    const id = (await signIn())!;
    const late = new Date(world.clock.now.getTime() + SESSION_HOURS * 3_600_000);
    expect(await personOf({ ...deps, now: () => late }, id)).toBeNull();
  });

  test("cannot be taken from a copy of the table", async () => {
    const id = (await signIn())!;
    const rows = await world.db.select().from(sessions);
    expect(rows.map(({ idHash }) => idHash)).not.toContain(id);
    for (const { idHash } of rows) expect(await personOf(deps, idHash)).toBeNull();
  });
});
