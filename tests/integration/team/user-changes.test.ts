import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { users } from "@/drizzle/schema/users";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import type { Role } from "@/lib/auth/permissions";
import { openSession, userOf } from "@/lib/auth/sessions";
import { readLink } from "@/lib/team/accept-invitation";
import { disablePerson, signOutPerson } from "@/lib/team/commands";
import { getPerson } from "@/lib/team/queries";
import { changeRole, enablePerson, makePasswordLink, resetFactor } from "@/lib/team/user-changes";
import { openWorld, type World } from "../../support/context";
import { codeOf, depsOf, from, prove, setUpApp, signedIn, wait, within } from "../../support/sign-in";
import { follow, GOOD, linesAbout, personNow, tokenIn } from "../../support/team";

let world: World;
let admin: Ctx;
beforeAll(async () => {
  world = await openWorld(undefined, { rolesWithSecondFactor: ["approver"] });
  admin = await world.as("admin");
});
afterAll(() => world.close());
beforeEach(() => wait(world, 24 * 3600));

const deps = () => depsOf(world);
/** The session in which everybody of this world has proven who they are (tests/support/proven-session.ts). */
const PROVEN = 1;

const idOf = async (role: Role) => (await world.as(role)).actor.id;

describe("another role", () => {
  test("is there at once, and ends the sessions of the old one", async () => {
    const personId = await idOf("support");
    const session = await signedIn(world, "support");
    expect(await changeRole(admin, { personId, role: "finance" })).toEqual({
      ok: true,
      value: { kind: "done", link: null },
    });
    expect(await userOf(deps(), session)).toBeNull();
    expect(await userOf(deps(), await signedIn(world, "support"))).toMatchObject({ role: "finance" });
    expect((await linesAbout(world, personId)).at(-2)).toEqual({
      action: "user.role_changed",
      actorName: "admin",
      environment: null,
      detail: { before: "support", after: "finance", ended: 1 + PROVEN },
    });
    expect(await changeRole(admin, { personId, role: "finance" })).toEqual({ ok: false, error: { kind: "no_change" } });
    expect((await getPerson(admin, { personId }))?.history).toMatchObject([
      { action: "session.started", by: "support" },
      { action: "user.role_changed", by: "admin", before: "support", after: "finance" },
      { action: "session.started" },
      { action: "user.added", after: "support" },
    ]);
  });

  test("is nobody's own to take, nor is any other change about oneself", async () => {
    const oneself = { ok: false, error: { kind: "oneself" } };
    const personId = admin.actor.id;
    expect(await changeRole(admin, { personId, role: "viewer" })).toEqual(oneself);
    expect(await disablePerson(admin, { personId })).toEqual(oneself);
    expect(await signOutPerson(admin, { personId })).toEqual(oneself);
    expect(await makePasswordLink(admin, { personId })).toEqual(oneself);
    expect(await resetFactor(admin, { personId })).toEqual(oneself);
  });
});

describe("somebody who is shut out", () => {
  test("is refused from their next request on, and cannot come back until they are let in", async () => {
    const personId = await idOf("ops");
    const open = await signedIn(world, "ops");
    const acting = await within(world, open);
    const link = await makePasswordLink(admin, { personId });
    const token = tokenIn(link.ok ? link.value : { kind: "proposed" });

    expect(await disablePerson(admin, { personId })).toEqual({ ok: true, value: { ended: 1 + PROVEN } });
    expect(await userOf(deps(), open)).toBeNull();
    expect(await getPerson(admin, { personId })).toMatchObject({ state: "disabled", openSessions: 0 });
    const attempt = { email: "ops@test.example", password: "password of ops", ...from() };
    expect(await openSession(deps(), attempt)).toEqual({ ok: false, error: { kind: "refused" } });
    expect(await readLink(deps(), token)).toBeNull();
    expect(await follow(world, token)).toEqual({ ok: false, error: { kind: "link_is_over" } });
    expect(await makePasswordLink(admin, { personId })).toEqual({ ok: false, error: { kind: "disabled" } });
    expect(await disablePerson(admin, { personId })).toEqual({ ok: false, error: { kind: "no_such_person" } });

    expect(await enablePerson(admin, { personId })).toMatchObject({ ok: true });
    expect(await enablePerson(admin, { personId })).toEqual({ ok: false, error: { kind: "no_change" } });
    expect(await userOf(deps(), open)).toBeNull();
    expect(await openSession(deps(), attempt)).toMatchObject({ ok: true });
    expect(acting.actor.id).toBe(personId);
  });

  test("does not come in by a sign-in that was half-way when it happened", async () => {
    const personId = await idOf("finance");
    const attempt = { email: "finance@test.example", password: "password of finance", ...from() };
    const [opened] = await Promise.all([openSession(deps(), attempt), disablePerson(admin, { personId })]);
    const id = opened.ok ? opened.value.sessionId : "";
    expect(await userOf(deps(), id)).toBeNull();
    await enablePerson(admin, { personId });
    expect(await userOf(deps(), id)).toBeNull();
  });
});

test("signing somebody out ends their sessions and leaves them their way in", async () => {
  const personId = await idOf("viewer");
  const session = await signedIn(world, "viewer");
  expect(await getPerson(admin, { personId })).toMatchObject({ openSessions: 1 });
  expect(await signOutPerson(admin, { personId })).toEqual({ ok: true, value: { ended: 1 + PROVEN } });
  expect(await userOf(deps(), session)).toBeNull();
  expect(await userOf(deps(), await signedIn(world, "viewer"))).not.toBeNull();
});

describe("the last admin", () => {
  test("cannot go: of two who demote each other at once, one stays; of two who disable each other, too", async () => {
    for (const go of [
      (ctx: Ctx, personId: string) => changeRole(ctx, { personId, role: "viewer" as const }),
      (ctx: Ctx, personId: string) => disablePerson(ctx, { personId }),
    ]) {
      const own = await openWorld();
      const pair = [await own.as("admin"), await own.another("admin")] as const;
      const went = await Promise.allSettled([go(pair[0], pair[1].actor.id), go(pair[1], pair[0].actor.id)]);
      expect(went.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      for (const one of went) if (one.status === "rejected") expect(one.reason).toBeInstanceOf(Forbidden);
      const left = await own.db.select().from(users).where(eq(users.role, "admin"));
      expect(left.filter(({ disabledAt }) => disabledAt === null)).toHaveLength(1);
      await own.close();
    }
  });

  test("cannot be taken away behind the console's back either", async () => {
    const own = await openWorld();
    const { actor } = await own.as("admin");
    const last = eq(users.id, actor.id);
    for (const change of [{ role: "viewer" as const }, { disabledAt: own.clock.now }]) {
      await expect(own.db.update(users).set(change).where(last)).rejects.toMatchObject({ cause: { code: "23001" } });
    }
    await own.db.update(users).set({ name: "Renamed" }).where(last);
    await own.close();
  });
});

describe("a lost phone", () => {
  test("is forgiven by an admin: the password opens again, and leads to setting up another", async () => {
    const personId = await idOf("approver");
    await setUpApp(world, await within(world, await signedIn(world, "approver")));
    expect(await getPerson(admin, { personId })).toMatchObject({ hasFactor: true, needsFactor: false });
    const half = await signedIn(world, "approver");
    expect(await resetFactor(admin, { personId })).toMatchObject({ ok: true });
    expect(await userOf(deps(), half)).toBeNull();
    const person = await userOf(deps(), await signedIn(world, "approver"), ["approver"]);
    expect(person).toMatchObject({ isConfined: true });
    expect(await getPerson(admin, { personId })).toMatchObject({ hasFactor: false, needsFactor: true });
    expect(await resetFactor(admin, { personId })).toEqual({ ok: false, error: { kind: "no_factor" } });
  });
});

describe("a link for another password", () => {
  test("works once, ends every session, and the old password opens nothing any more", async () => {
    const personId = await idOf("viewer");
    const [older, newer] = [await makePasswordLink(admin, { personId }), await makePasswordLink(admin, { personId })];
    const session = await signedIn(world, "viewer");
    expect(await follow(world, tokenIn(older.ok ? older.value : { kind: "proposed" }))).toMatchObject({ ok: false });
    const token = tokenIn(newer.ok ? newer.value : { kind: "proposed" });
    expect(await follow(world, token, { name: undefined })).toMatchObject({ ok: true });
    expect(await follow(world, token)).toEqual({ ok: false, error: { kind: "link_is_over" } });
    expect(await userOf(deps(), session)).toBeNull();
    const attempt = (password: string) => openSession(deps(), { email: "viewer@test.example", password, ...from() });
    expect(await attempt("password of viewer")).toMatchObject({ ok: false });
    expect(await attempt(GOOD)).toMatchObject({ ok: true });
    expect((await personNow(world, personId)).name).toBe("viewer");
    expect((await linesAbout(world, personId)).map(({ action }) => action)).toContain("password.reset");
  });

  test("leaves no session that was opened with the old password at the same moment, nor a rotated one", async () => {
    const { actor } = await world.another("support");
    const attempt = (password: string) =>
      openSession(deps(), { email: actor.kind === "person" ? actor.email : "", password, ...from() });
    let old = "password of second-support";
    for (let turn = 0; turn < 4; turn++) {
      wait(world, 24 * 3600);
      const before = await attempt(old);
      const made = await makePasswordLink(admin, { personId: actor.id });
      const token = tokenIn(made.ok ? made.value : { kind: "proposed" });
      const next = `${GOOD} ${turn}`;
      const [reset, rotated, ...opened] = await Promise.all([
        follow(world, token, { password: next }),
        prove(world, before.ok ? before.value.sessionId : "", { by: "password", password: old }),
        ...[0, 1, 2].map(() => attempt(old)),
      ]);
      expect(reset).toMatchObject({ ok: true });
      for (const one of [rotated, ...opened]) {
        expect(one.ok && (await userOf(deps(), one.value.sessionId))).toBeFalsy();
      }
      old = next;
    }
  });

  test("is over after a day", async () => {
    const made = await makePasswordLink(admin, { personId: await idOf("viewer") });
    wait(world, 24 * 3600);
    expect(await follow(world, tokenIn(made.ok ? made.value : { kind: "proposed" }))).toMatchObject({ ok: false });
  });
});

test("an admin who has a second factor shows it first, and nothing is done before", async () => {
  await world.another("admin");
  const open = await openSession(deps(), {
    ...{ email: "second-admin@test.example", password: "password of second-admin" },
    ...from(),
  });
  const half = await within(world, open.ok ? open.value.sessionId : "");
  const app = await setUpApp(world, half);
  wait(world, 600);
  const personId = await idOf("viewer");
  const needed = { ok: false, error: { kind: "proof_needed", means: ["code", "recovery_code"] } };
  expect(await changeRole(half, { personId, role: "ops" })).toEqual(needed);
  expect(await disablePerson(half, { personId })).toEqual(needed);
  expect(await resetFactor(half, { personId })).toMatchObject({ error: { kind: "no_factor" } });
  expect(await personNow(world, personId)).toMatchObject({ role: "viewer", disabledAt: null });
  const shown = await prove(world, open.ok ? open.value.sessionId : "", codeOf(world, app));
  const proven = await within(world, shown.ok ? shown.value.sessionId : "");
  expect(await changeRole(proven, { personId, role: "ops" })).toMatchObject({ ok: true });
});
