import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { totps } from "@/drizzle/schema/factors";
import { users } from "@/drizzle/schema/users";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import type { Role } from "@/lib/auth/permissions";
import { endAll, openSession, userOf } from "@/lib/auth/sessions";
import { changePassword, startApp } from "@/lib/security/commands";
import { readLink } from "@/lib/team/accept-invitation";
import { disableUser, signOutUser } from "@/lib/team/commands";
import { getUser } from "@/lib/team/queries";
import { changeRole, enableUser, makePasswordLink, resetFactor } from "@/lib/team/user-changes";
import { newKey } from "../../support/api";
import { openTestContext, type TestContext } from "../../support/context";
import { lockWaits } from "../../support/lock-waits";
import { codeOf, depsOf, from, prove, setUpApp, signedIn, wait, within } from "../../support/sign-in";
import { acceptInvitation, auditEventsAbout, GOOD_PASSWORD, tokenIn, userNow } from "../../support/team";

let context: TestContext;
let admin: Ctx;
beforeAll(async () => {
  context = await openTestContext(undefined, { rolesWithSecondFactor: ["approver"] });
  admin = await context.as("admin");
});
afterAll(() => context.close());
beforeEach(() => wait(context, 24 * 3600));

const deps = () => depsOf(context);
/** The session in which each user of this context has a fresh second factor (tests/support/step-up-session.ts). */
const PROVEN = 1;

const idOf = async (role: Role) => (await context.as(role)).actor.id;

describe("another role", () => {
  test("takes effect immediately, and ends the sessions of the old role", async () => {
    const userId = await idOf("support");
    const session = await signedIn(context, "support");
    expect(await changeRole(admin, { userId, role: "finance" })).toEqual({
      ok: true,
      value: { kind: "done", link: null },
    });
    expect(await userOf(deps(), session)).toBeNull();
    expect(await userOf(deps(), await signedIn(context, "support"))).toMatchObject({ role: "finance" });
    expect((await auditEventsAbout(context, userId)).at(-2)).toEqual({
      action: "user.role_changed",
      actorName: "admin",
      environment: null,
      detail: { before: "support", after: "finance", ended: 1 + PROVEN },
    });
    expect(await changeRole(admin, { userId, role: "finance" })).toEqual({ ok: false, error: { kind: "no_change" } });
    expect((await getUser(admin, { userId }))?.history).toMatchObject([
      { action: "session.started", by: "support" },
      { action: "user.role_changed", by: "admin", before: "support", after: "finance" },
      { action: "session.started" },
      { action: "user.added", after: "support" },
    ]);
  });

  test("is not given over one that another admin has given since the page was loaded", async () => {
    const userId = (await context.another("approver")).actor.id;
    const seen = "approver" as const;
    const other = { userId, role: "viewer" as const, seen };
    expect(await changeRole(admin, { userId, role: "support", seen })).toMatchObject({ ok: true });
    expect(await changeRole(admin, other)).toEqual({ ok: false, error: { kind: "changed_meanwhile" } });
    expect(await userNow(context, userId)).toMatchObject({ role: "support" });
    expect(await changeRole(admin, { ...other, seen: "support" })).toMatchObject({ ok: true });
  });

  test("cannot be changed by oneself, nor can anything else of one's own account", async () => {
    const oneself = { ok: false, error: { kind: "oneself" } };
    const userId = admin.actor.id;
    expect(await changeRole(admin, { userId, role: "viewer" })).toEqual(oneself);
    expect(await disableUser(admin, { userId })).toEqual(oneself);
    expect(await signOutUser(admin, { userId })).toEqual(oneself);
    expect(await makePasswordLink(admin, { userId })).toEqual(oneself);
    expect(await resetFactor(admin, { userId })).toEqual(oneself);
  });
});

describe("a disabled user", () => {
  test("is refused from the next request on, and cannot sign in until enabled", async () => {
    const userId = await idOf("ops");
    const open = await signedIn(context, "ops");
    const acting = await within(context, open);
    const link = await makePasswordLink(admin, { userId });
    const token = tokenIn(link.ok ? link.value : { kind: "proposed" });

    expect(await disableUser(admin, { userId })).toEqual({ ok: true, value: { ended: 1 + PROVEN } });
    expect(await userOf(deps(), open)).toBeNull();
    expect(await getUser(admin, { userId })).toMatchObject({ state: "disabled", openSessions: 0 });
    const attempt = { email: "ops@test.example", password: "password of ops", ...from() };
    expect(await openSession(deps(), attempt)).toEqual({ ok: false, error: { kind: "refused" } });
    expect(await readLink(deps(), token)).toBeNull();
    expect(await acceptInvitation(context, token)).toEqual({ ok: false, error: { kind: "link_is_over" } });
    expect(await makePasswordLink(admin, { userId })).toEqual({ ok: false, error: { kind: "disabled" } });
    expect(await disableUser(admin, { userId })).toEqual({ ok: false, error: { kind: "no_such_user" } });

    expect(await enableUser(admin, { userId })).toMatchObject({ ok: true });
    expect(await enableUser(admin, { userId })).toEqual({ ok: false, error: { kind: "no_change" } });
    expect(await userOf(deps(), open)).toBeNull();
    expect(await openSession(deps(), attempt)).toMatchObject({ ok: true });
    expect(acting.actor.id).toBe(userId);
  });

  test("cannot complete a sign-in that was half-way when it happened", async () => {
    const userId = await idOf("finance");
    const attempt = { email: "finance@test.example", password: "password of finance", ...from() };
    const [opened] = await Promise.all([openSession(deps(), attempt), disableUser(admin, { userId })]);
    const id = opened.ok ? opened.value.sessionId : "";
    expect(await userOf(deps(), id)).toBeNull();
    await enableUser(admin, { userId });
    expect(await userOf(deps(), id)).toBeNull();
  });
});

test("an API key is no user: it is revoked with the other keys, as no one could enable it here", async () => {
  const { keyId } = await newKey(admin);
  const none = { ok: false, error: { kind: "no_such_user" } };
  expect(await disableUser(admin, { userId: keyId })).toEqual(none);
  expect(await signOutUser(admin, { userId: keyId })).toEqual(none);
  const [key] = await context.db.select().from(users).where(eq(users.id, keyId));
  expect(key).toMatchObject({ disabledAt: null });
  expect((await auditEventsAbout(context, keyId)).map(({ action }) => action)).toEqual(["api_key.created"]);
});

test("signing a user out ends their sessions and keeps their credentials", async () => {
  const userId = await idOf("viewer");
  const session = await signedIn(context, "viewer");
  expect(await getUser(admin, { userId })).toMatchObject({ openSessions: 1 });
  expect(await signOutUser(admin, { userId })).toEqual({ ok: true, value: { ended: 1 + PROVEN } });
  expect(await userOf(deps(), session)).toBeNull();
  expect(await userOf(deps(), await signedIn(context, "viewer"))).not.toBeNull();
});

describe("the last admin", () => {
  test("cannot leave: of two who demote each other concurrently, one stays; of two who disable each other, too", async () => {
    for (const go of [
      (ctx: Ctx, userId: string) => changeRole(ctx, { userId, role: "viewer" as const }),
      (ctx: Ctx, userId: string) => disableUser(ctx, { userId }),
    ]) {
      const own = await openTestContext();
      const pair = [await own.as("admin"), await own.another("admin")] as const;
      const went = await Promise.allSettled([go(pair[0], pair[1].actor.id), go(pair[1], pair[0].actor.id)]);
      expect(went.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      for (const one of went) if (one.status === "rejected") expect(one.reason).toBeInstanceOf(Forbidden);
      const left = await own.db.select().from(users).where(eq(users.role, "admin"));
      expect(left.filter(({ disabledAt }) => disabledAt === null)).toHaveLength(1);
      await own.close();
    }
  });

  test("cannot be removed by SQL either", async () => {
    const own = await openTestContext();
    const { actor } = await own.as("admin");
    const last = eq(users.id, actor.id);
    for (const change of [{ role: "viewer" as const }, { disabledAt: own.clock.now }]) {
      await expect(own.db.update(users).set(change).where(last)).rejects.toMatchObject({ cause: { code: "23001" } });
    }
    await own.db.update(users).set({ name: "Renamed" }).where(last);
    await own.close();
  });
});

describe("a lost second factor", () => {
  test("is handled by an admin: the password works again and leads to setting up a new factor", async () => {
    const userId = await idOf("approver");
    await setUpApp(context, await within(context, await signedIn(context, "approver")));
    expect(await getUser(admin, { userId })).toMatchObject({ hasFactor: true, needsFactor: false });
    const half = await signedIn(context, "approver");
    expect(await resetFactor(admin, { userId })).toMatchObject({ ok: true });
    expect(await userOf(deps(), half)).toBeNull();
    const user = await userOf(deps(), await signedIn(context, "approver"), ["approver"]);
    expect(user).toMatchObject({ isConfined: true });
    expect(await getUser(admin, { userId })).toMatchObject({ hasFactor: false, needsFactor: true });
    expect(await resetFactor(admin, { userId })).toEqual({ ok: false, error: { kind: "no_factor" } });
  });
});

describe("a link for another password", () => {
  test("works once, ends every session, and the old password opens nothing any more", async () => {
    const userId = await idOf("viewer");
    const [older, newer] = [await makePasswordLink(admin, { userId }), await makePasswordLink(admin, { userId })];
    const session = await signedIn(context, "viewer");
    expect(await acceptInvitation(context, tokenIn(older.ok ? older.value : { kind: "proposed" }))).toMatchObject({
      ok: false,
    });
    const token = tokenIn(newer.ok ? newer.value : { kind: "proposed" });
    expect(await acceptInvitation(context, token, { name: undefined })).toMatchObject({ ok: true });
    expect(await acceptInvitation(context, token)).toEqual({ ok: false, error: { kind: "link_is_over" } });
    expect(await userOf(deps(), session)).toBeNull();
    const attempt = (password: string) => openSession(deps(), { email: "viewer@test.example", password, ...from() });
    expect(await attempt("password of viewer")).toMatchObject({ ok: false });
    expect(await attempt(GOOD_PASSWORD)).toMatchObject({ ok: true });
    expect((await userNow(context, userId)).name).toBe("viewer");
    expect((await auditEventsAbout(context, userId)).map(({ action }) => action)).toContain("password.reset");
  });

  test("leaves no session that was opened with the old password at the same moment, nor a rotated one", async () => {
    const { actor } = await context.another("support");
    const attempt = (password: string) =>
      openSession(deps(), { email: actor.kind === "user" ? actor.email : "", password, ...from() });
    let old = "password of second-support";
    for (let turn = 0; turn < 4; turn++) {
      wait(context, 24 * 3600);
      const before = await attempt(old);
      const made = await makePasswordLink(admin, { userId: actor.id });
      const token = tokenIn(made.ok ? made.value : { kind: "proposed" });
      const next = `${GOOD_PASSWORD} ${turn}`;
      const [reset, rotated, ...opened] = await Promise.all([
        acceptInvitation(context, token, { password: next }),
        prove(context, before.ok ? before.value.sessionId : "", { by: "password", password: old }),
        ...[0, 1, 2].map(() => attempt(old)),
      ]);
      expect(reset).toMatchObject({ ok: true });
      for (const one of [rotated, ...opened]) {
        expect(one.ok && (await userOf(deps(), one.value.sessionId))).toBeFalsy();
      }
      old = next;
    }
  });

  test.each<[string, Role, (ctx: Ctx) => Promise<{ ok: boolean }>]>([
    [
      "another password",
      "ops",
      (ctx) => changePassword(ctx, { current: "password of second-ops", next: GOOD_PASSWORD }),
    ],
    ["an app for codes", "finance", startApp],
  ])("is not undone from a session that it ends, where %s is being set", async (_what, role, change) => {
    const ctx = await context.another(role);
    const { id } = ctx.actor;
    const hash = "the hash of the owner's new password";
    const changing = await context.db.transaction(async (tx) => {
      await tx.execute(sql`select from users where id = ${id} for no key update`);
      const changed = change(ctx);
      await expect.poll(() => lockWaits(context.pool)).toBe(1);
      await tx.update(users).set({ passwordHash: hash }).where(eq(users.id, id));
      await endAll(tx, context.clock.now, id);
      return { changed };
    });
    expect(await changing.changed).toMatchObject({ ok: false });
    expect((await userNow(context, id)).passwordHash).toBe(hash);
    expect(await context.db.$count(totps, eq(totps.userId, id))).toBe(0);
  });

  test("is over once the user has changed the password", async () => {
    const viewer = await context.another("viewer");
    const made = await makePasswordLink(admin, { userId: viewer.actor.id });
    const change = { current: "password of second-viewer", next: GOOD_PASSWORD };
    const unchanged = await changePassword(viewer, { ...change, next: change.current });
    expect(unchanged).toEqual({ ok: false, error: { kind: "same_password" } });
    expect(await changePassword(viewer, change)).toMatchObject({ ok: true });
    expect(await acceptInvitation(context, tokenIn(made.ok ? made.value : { kind: "proposed" }))).toEqual({
      ok: false,
      error: { kind: "link_is_over" },
    });
  });

  test("is over after a day", async () => {
    const made = await makePasswordLink(admin, { userId: await idOf("viewer") });
    wait(context, 24 * 3600);
    expect(await acceptInvitation(context, tokenIn(made.ok ? made.value : { kind: "proposed" }))).toMatchObject({
      ok: false,
    });
  });
});

test("an admin who has a second factor shows it first, and nothing is done before", async () => {
  await context.another("admin");
  const open = await openSession(deps(), {
    ...{ email: "second-admin@test.example", password: "password of second-admin" },
    ...from(),
  });
  const half = await within(context, open.ok ? open.value.sessionId : "");
  const app = await setUpApp(context, half);
  wait(context, 600);
  const userId = await idOf("viewer");
  const needed = { ok: false, error: { kind: "proof_needed", means: ["code", "recovery_code"] } };
  expect(await changeRole(half, { userId, role: "ops" })).toEqual(needed);
  expect(await disableUser(half, { userId })).toEqual(needed);
  expect(await resetFactor(half, { userId })).toMatchObject({ error: { kind: "no_factor" } });
  expect(await userNow(context, userId)).toMatchObject({ role: "viewer", disabledAt: null });
  const shown = await prove(context, open.ok ? open.value.sessionId : "", codeOf(context, app));
  const proven = await within(context, shown.ok ? shown.value.sessionId : "");
  expect(await changeRole(proven, { userId, role: "ops" })).toMatchObject({ ok: true });
});
