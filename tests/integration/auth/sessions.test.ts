import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { sessions, users } from "@/drizzle/schema/users";
import { IDLE_MINUTES, noteSeen, openSession, revokeSession, SESSION_HOURS, userOf } from "@/lib/auth/sessions";
import type { TestContext } from "../../support/context";
import { openTestContext } from "../../support/context";
import { depsOf, from, signedIn } from "../../support/sign-in";

let context: TestContext;
let deps: ReturnType<typeof depsOf>;

beforeAll(async () => {
  context = await openTestContext();
  deps = depsOf(context);
  await context.as("ops");
});
afterAll(() => context.close());
// The limits on guessing have their own tests: here each test comes a day after the one before.
beforeEach(() => {
  context.clock.now = new Date(context.clock.now.getTime() + 24 * 3_600_000);
});

const attempt = (email = "ops@test.example", password = "password of ops", more = {}) =>
  openSession(deps, { email, password, ...from(), ...more });
const signIn = () => signedIn(context, "ops");
const later = (minutes: number) => ({ ...deps, now: () => new Date(context.clock.now.getTime() + minutes * 60_000) });

describe("signing in", () => {
  test("opens a session that says who it is", async () => {
    expect(await userOf(deps, await signIn())).toMatchObject({ email: "ops@test.example", role: "ops" });
  });

  test("ignores case and spaces in the e-mail", async () => {
    expect(await attempt(" OPS@Test.example ")).toMatchObject({ ok: true });
  });

  test.each([
    ["a wrong password", "ops@test.example", "password of op"],
    ["an unknown e-mail", "unknown@test.example", "password of ops"],
    ["an endless password", "ops@test.example", "x".repeat(100_000)],
  ])("is refused for %s", async (_why, email, password) => {
    expect(await attempt(email, password)).toEqual({ ok: false, error: { kind: "refused" } });
  });

  test("is refused for a disabled user, whose open sessions end immediately", async () => {
    await context.as("finance");
    const open = await signedIn(context, "finance");
    await context.db
      .update(users)
      .set({ disabledAt: context.clock.now })
      .where(eq(users.email, "finance@test.example"));
    expect(await userOf(deps, open)).toBeNull();
    expect(await attempt("finance@test.example", "password of finance")).toMatchObject({ error: { kind: "refused" } });
  });

  test("leaves a line in the audit log, and no password in it", async () => {
    await attempt("ops@test.example", "hunter2hunter2");
    const events = await context.db.select().from(auditEvents);
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
  test("opened by a password ends where passwords are switched off", async () => {
    const id = await signIn();
    expect(await userOf({ ...deps, passwordSignIn: false }, id)).toBeNull();
  });

  test("ends when it is revoked", async () => {
    const id = await signIn();
    await revokeSession(deps, id);
    expect(await userOf(deps, id)).toBeNull();
  });

  test("ends after 15 minutes without activity, and not during activity", async () => {
    const id = await signIn();
    expect(await userOf(later(IDLE_MINUTES - 1), id)).not.toBeNull();
    expect(await userOf(later(IDLE_MINUTES), id)).toBeNull();
    const user = await userOf(deps, id);
    await noteSeen(later(10), user?.session ?? "");
    expect(await userOf(later(10 + IDLE_MINUTES - 1), id)).not.toBeNull();
    expect(await userOf(later(10 + IDLE_MINUTES), id)).toBeNull();
  });

  test("ends after a working day, however busy it was", async () => {
    const id = await signIn();
    const user = await userOf(deps, id);
    await noteSeen(later(SESSION_HOURS * 60 - 1), user?.session ?? "");
    expect(await userOf(later(SESSION_HOURS * 60 - 1), id)).not.toBeNull();
    expect(await userOf(later(SESSION_HOURS * 60), id)).toBeNull();
  });

  test("cannot be taken from a copy of the table", async () => {
    const id = await signIn();
    const rows = await context.db.select().from(sessions);
    expect(rows.map(({ idHash }) => idHash)).not.toContain(id);
    for (const { idHash } of rows) expect(await userOf(deps, idHash)).toBeNull();
  });
});
