import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { sessions, users } from "@/drizzle/schema/users";
import { IDLE_MINUTES, noteSeen, openSession, revokeSession, SESSION_HOURS, userOf } from "@/lib/auth/sessions";
import type { World } from "../../support/context";
import { openWorld } from "../../support/context";
import { depsOf, from, signedIn } from "../../support/sign-in";

let world: World;
let deps: ReturnType<typeof depsOf>;

beforeAll(async () => {
  world = await openWorld();
  deps = depsOf(world);
  await world.as("ops");
});
afterAll(() => world.close());
// The limits on guessing have their own tests: here each test comes a day after the one before.
beforeEach(() => {
  world.clock.now = new Date(world.clock.now.getTime() + 24 * 3_600_000);
});

const attempt = (email = "ops@test.example", password = "password of ops", more = {}) =>
  openSession(deps, { email, password, ...from(), ...more });
const signIn = () => signedIn(world, "ops");
const later = (minutes: number) => ({ ...deps, now: () => new Date(world.clock.now.getTime() + minutes * 60_000) });

describe("signing in", () => {
  test("opens a session that says who it is", async () => {
    expect(await userOf(deps, await signIn())).toMatchObject({ email: "ops@test.example", role: "ops" });
  });

  test("does not care how the e-mail is written", async () => {
    expect(await attempt(" OPS@Test.example ")).toMatchObject({ ok: true });
  });

  test.each([
    ["a wrong password", "ops@test.example", "password of op"],
    ["an unknown e-mail", "nobody@test.example", "password of ops"],
    ["an endless password", "ops@test.example", "x".repeat(100_000)],
  ])("is refused for %s", async (_why, email, password) => {
    expect(await attempt(email, password)).toEqual({ ok: false, error: { kind: "refused" } });
  });

  test("is refused for a disabled person, whose open sessions end at once", async () => {
    await world.as("finance");
    const open = await signedIn(world, "finance");
    await world.db.update(users).set({ disabledAt: world.clock.now }).where(eq(users.email, "finance@test.example"));
    expect(await userOf(deps, open)).toBeNull();
    expect(await attempt("finance@test.example", "password of finance")).toMatchObject({ error: { kind: "refused" } });
  });

  test("leaves a line in the audit log, and no password in it", async () => {
    await attempt("ops@test.example", "hunter2hunter2");
    const events = await world.db.select().from(auditEvents);
    expect(events.map(({ action }) => action)).toEqual(expect.arrayContaining(["session.started", "session.refused"]));
    expect(JSON.stringify(events.map(({ detail, subject }) => [detail, subject]))).not.toMatch(/hunter2|password/);
  });

  test("makes a session of its own, and ends the one that the browser came with", async () => {
    const planted = await signIn();
    const opened = await attempt(undefined, undefined, { replaces: planted });
    expect(opened).toMatchObject({ ok: true });
    expect(opened.ok && opened.value.sessionId).not.toBe(planted);
    expect(await userOf(deps, planted)).toBeNull();
  });
});

describe("a session", () => {
  test("that a password opened is over where passwords open nothing any more", async () => {
    const id = await signIn();
    expect(await userOf({ ...deps, passwordSignIn: false }, id)).toBeNull();
  });

  test("ends when it is revoked", async () => {
    const id = await signIn();
    await revokeSession(deps, id);
    expect(await userOf(deps, id)).toBeNull();
  });

  test("ends after a quarter of an hour in which nobody did anything, and not while somebody does", async () => {
    const id = await signIn();
    expect(await userOf(later(IDLE_MINUTES - 1), id)).not.toBeNull();
    expect(await userOf(later(IDLE_MINUTES), id)).toBeNull();
    const person = await userOf(deps, id);
    await noteSeen(later(10), person?.session ?? "");
    expect(await userOf(later(10 + IDLE_MINUTES - 1), id)).not.toBeNull();
    expect(await userOf(later(10 + IDLE_MINUTES), id)).toBeNull();
  });

  test("ends after a working day, however busy it was", async () => {
    const id = await signIn();
    const person = await userOf(deps, id);
    await noteSeen(later(SESSION_HOURS * 60 - 1), person?.session ?? "");
    expect(await userOf(later(SESSION_HOURS * 60 - 1), id)).not.toBeNull();
    expect(await userOf(later(SESSION_HOURS * 60), id)).toBeNull();
  });

  test("cannot be taken from a copy of the table", async () => {
    const id = await signIn();
    const rows = await world.db.select().from(sessions);
    expect(rows.map(({ idHash }) => idHash)).not.toContain(id);
    for (const { idHash } of rows) expect(await userOf(deps, idHash)).toBeNull();
  });
});
