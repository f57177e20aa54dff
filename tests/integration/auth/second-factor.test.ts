import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { recoveryCodes, totps } from "@/drizzle/schema/factors";
import { sessions } from "@/drizzle/schema/users";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import type { Role } from "@/lib/auth/permissions";
import { hashOf, openSession, revokeSession, secondStepOf, userOf } from "@/lib/auth/sessions";
import { codeAt } from "@/lib/auth/totp";
import { refreshBalances } from "@/lib/balances/commands";
import { confirmApp, keepRecoveryCodes, removeApp, renewRecoveryCodes, startApp } from "@/lib/security/commands";
import { getSecurity } from "@/lib/security/queries";
import { openTestContext, type TestContext } from "../../support/context";
import { type App, codeOf, depsOf, from, prove, setUpApp, signedIn, wait, within } from "../../support/sign-in";

let context: TestContext;
let deps: ReturnType<typeof depsOf>;
let app: App;

beforeAll(async () => {
  context = await openTestContext();
  deps = depsOf(context);
  await context.as("approver");
  app = await setUpApp(context, await within(context, await signedIn(context, "approver")));
});
afterAll(() => context.close());
// Limits on guessing drain away between tests; theirs are in guessing.test.ts.
beforeEach(() => wait(context, 24 * 3600));

/** Signed in with both steps; resolves to the session's id. */
async function enter(): Promise<string> {
  const entered = await prove(context, await signedIn(context, "approver"), codeOf(context, app));
  if (!entered.ok) throw new Error(entered.error.kind);
  wait(context, 30);
  return entered.value.sessionId;
}

describe("the second step", () => {
  test("follows a correct password, and grants no access alone", async () => {
    const half = await signedIn(context, "approver");
    expect(await userOf(deps, half)).toBeNull();
    expect(await secondStepOf(deps, half)).toEqual(["code", "recovery_code"]);
  });

  test("opens a session under another id; the half-way one opens nothing any more", async () => {
    const half = await signedIn(context, "approver");
    const entered = await prove(context, half, codeOf(context, app));
    expect(entered).toMatchObject({ ok: true, value: { awaitsFactor: false } });
    const full = entered.ok ? entered.value.sessionId : "";
    expect(full).not.toBe(half);
    expect(await userOf(deps, full)).toMatchObject({ role: "approver" });
    expect(await secondStepOf(deps, half)).toBeNull();
    expect(await prove(context, half, codeOf(context, app))).toMatchObject({ error: { kind: "signed_out" } });
  });

  test("is not the password once more", async () => {
    const half = await signedIn(context, "approver");
    const again = { by: "password", password: "password of approver" } as const;
    expect(await prove(context, half, again)).toEqual({ ok: false, error: { kind: "refused" } });
  });

  test("does not wait longer than ten minutes", async () => {
    const half = await signedIn(context, "approver");
    wait(context, 601);
    expect(await prove(context, half, codeOf(context, app))).toMatchObject({ error: { kind: "signed_out" } });
  });

  test("is not the code of another user's app", async () => {
    await context.as("admin");
    const other = await setUpApp(context, await within(context, await signedIn(context, "admin")));
    const half = await signedIn(context, "approver");
    expect(await prove(context, half, codeOf(context, other))).toMatchObject({ error: { kind: "refused" } });
  });
});

describe("a code", () => {
  test("is accepted once, also by another session and also when two show it at the same moment", async () => {
    const halves = await Promise.all([signedIn(context, "approver"), signedIn(context, "approver")]);
    const code = codeOf(context, app);
    const both = await Promise.all(halves.map((half) => prove(context, half, code)));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await prove(context, await signedIn(context, "approver"), code)).toMatchObject({
      error: { kind: "refused" },
    });
  });

  test("of an earlier step is refused once a later one was accepted", async () => {
    const earlier = codeOf(context, app);
    wait(context, 30);
    await enter();
    context.clock.now = new Date(context.clock.now.getTime() - 30_000);
    expect(await prove(context, await signedIn(context, "approver"), earlier)).toMatchObject({ ok: false });
  });

  test.each([
    ["the step before", -30, true],
    ["the step after", 30, true],
    ["two steps before", -60, false],
    ["two steps after", 60, false],
  ])("of %s: right is %s s, %s", async (_name, seconds, isRight) => {
    const at = new Date(context.clock.now.getTime() + seconds * 1000);
    const shown = await prove(context, await signedIn(context, "approver"), {
      by: "code",
      code: codeAt(app.secret, at),
    });
    expect(shown.ok).toBe(isRight);
  });

  test("cannot be computed from a copy of the tables", async () => {
    const rows = JSON.stringify(await context.db.select().from(totps));
    expect(rows).not.toContain(app.secret);
    expect(rows).not.toContain(Buffer.from(app.secret).toString("hex"));
    const stored = JSON.stringify(await context.db.select().from(recoveryCodes));
    for (const code of app.recoveryCodes) expect(stored).not.toContain(code);
  });
});

describe("a recovery code", () => {
  test("works once, in any notation", async () => {
    const [code = ""] = app.recoveryCodes;
    const typed = { by: "recovery_code", code: ` ${code.toUpperCase().replaceAll("-", " ")} ` } as const;
    const first = await prove(context, await signedIn(context, "approver"), typed);
    expect(first).toMatchObject({ ok: true });
    const second = await prove(context, await signedIn(context, "approver"), typed);
    expect(second).toEqual({ ok: false, error: { kind: "refused" } });
    const ctx = await within(context, first.ok ? first.value.sessionId : "");
    expect(await getSecurity(ctx)).toMatchObject({ recoveryCodes: { left: 9, isKept: true } });
  });

  test("is of no use once new ones were made", async () => {
    const ctx = await within(context, await enter());
    const old = app.recoveryCodes;
    const renewed = await renewRecoveryCodes(ctx);
    app.recoveryCodes = renewed.ok ? renewed.value.recoveryCodes.codes : [];
    expect(new Set([...app.recoveryCodes, ...old]).size).toBe(20);
    const gone = { by: "recovery_code", code: old[5] ?? "" } as const;
    expect(await prove(context, await signedIn(context, "approver"), gone)).toMatchObject({ ok: false });
  });
});

describe("recovery codes", () => {
  const shown = async (made: ReturnType<typeof renewRecoveryCodes>) => {
    const given = await made;
    if (!given.ok) throw new Error(given.error.kind);
    wait(context, 1);
    return given.value.recoveryCodes;
  };

  test("are stored when their user says so, and those made afterwards are not yet", async () => {
    const ctx = await within(context, await enter());
    const isKept = async () => (await getSecurity(ctx)).recoveryCodes.isKept;
    const first = await shown(renewRecoveryCodes(ctx));
    expect(await isKept()).toBe(false);
    expect(await keepRecoveryCodes(ctx, first)).toEqual({ ok: true, value: {} });
    expect(await isKept()).toBe(true);
    const second = await shown(renewRecoveryCodes(ctx));
    expect(await isKept()).toBe(false);
    // In a tab that still shows the former ones.
    expect(await keepRecoveryCodes(ctx, first)).toEqual({ ok: false, error: { kind: "codes_over" } });
    expect(await isKept()).toBe(false);
    app.recoveryCodes = second.codes;
  });
});

describe("changing how one signs in", () => {
  test("needs a fresh factor where there is one: the password alone changes nothing", async () => {
    const ctx = await within(context, await enter());
    wait(context, 301);
    expect(await removeApp(ctx)).toEqual({
      ok: false,
      error: { kind: "proof_needed", means: ["code", "recovery_code"] },
    });
    expect(await getSecurity(ctx)).toMatchObject({ app: { since: expect.any(String) } });
  });

  test("needs the password of the last five minutes where there is no factor", async () => {
    await context.as("ops");
    const id = await signedIn(context, "ops");
    const ctx = await within(context, id);
    wait(context, 301);
    expect(await startApp(ctx)).toEqual({ ok: false, error: { kind: "proof_needed", means: ["password"] } });
    expect(await prove(context, id, { by: "password", password: "not it" })).toMatchObject({ ok: false });
    const again = await prove(context, id, { by: "password", password: "password of ops" });
    expect(await startApp(await within(context, again.ok ? again.value.sessionId : ""))).toMatchObject({ ok: true });
  });

  test("names a set-up that a second start has replaced, whose codes are never right", async () => {
    await context.as("viewer");
    const ctx = await within(context, await signedIn(context, "viewer"));
    const first = await startApp(ctx);
    wait(context, 1);
    const second = await startApp(ctx);
    if (!first.ok || !second.ok) throw new Error("not started");
    const confirm = ({ secret, startedAt }: typeof first.value) =>
      confirmApp(ctx, { startedAt, code: codeAt(secret, context.clock.now) });
    expect(await confirm(first.value)).toEqual({ ok: false, error: { kind: "not_started" } });
    expect(await confirm(second.value)).toMatchObject({ ok: true });
  });

  test("ends the sessions that were opened without the factor, and gives ten recovery codes", async () => {
    await context.as("support");
    const elsewhere = await signedIn(context, "support");
    const here = await signedIn(context, "support");
    const { recoveryCodes } = await setUpApp(context, await within(context, here));
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await userOf(deps, elsewhere)).toBeNull();
    expect(await userOf(deps, here)).not.toBeNull();
  });

  test("leaves a line for each change, and no secret in any", async () => {
    const events = await context.db.select().from(auditEvents);
    const actions = new Set(events.map(({ action }) => action));
    for (const action of [
      "authenticator.setup_started",
      "authenticator.added",
      "recovery_codes.created",
      "step_up.refused",
      "session.second_factor_pending",
    ])
      expect(actions).toContain(action);
    const written = JSON.stringify(events.map(({ detail, subject }) => [detail, subject]));
    for (const secret of [app.secret, ...app.recoveryCodes]) expect(written).not.toContain(secret);
  });
});

describe("step-up", () => {
  test("continues under another session ID with the same expiry; the old cookie is invalid", async () => {
    const first = await enter();
    const [before] = await context.db
      .select()
      .from(sessions)
      .where(eq(sessions.idHash, hashOf(first)));
    const shown = await prove(context, first, codeOf(context, app));
    const second = shown.ok ? shown.value.sessionId : "";
    const [after] = await context.db
      .select()
      .from(sessions)
      .where(eq(sessions.idHash, hashOf(second)));
    expect(after?.expiresAt).toEqual(before?.expiresAt);
    expect(after?.createdAt).toEqual(before?.createdAt);
    expect(await userOf(deps, first)).toBeNull();
    expect(await userOf(deps, second)).not.toBeNull();
  });

  test("is of no use in a session that was signed out", async () => {
    const id = await enter();
    await revokeSession(deps, id);
    expect(await prove(context, id, codeOf(context, app))).toEqual({ ok: false, error: { kind: "signed_out" } });
  });
});

describe("a role that needs a second factor", () => {
  const needing: Role[] = ["finance"];
  async function confined(): Promise<Ctx> {
    await context.as("finance");
    const actor = await userOf(deps, await signedIn(context, "finance"), needing);
    if (!actor) throw new Error("not signed in");
    return { ...(await context.as("finance")), actor };
  }

  test("may do nothing but set one up", async () => {
    const ctx = await confined();
    await expect(refreshBalances(ctx)).rejects.toThrow(Forbidden);
    expect(await getSecurity(ctx)).toMatchObject({ isConfined: true });
  });

  test("is let in as soon as it is set up", async () => {
    const ctx = await confined();
    const own = await setUpApp(context, ctx);
    const entered = await prove(context, await signedIn(context, "finance"), codeOf(context, own));
    const user = await userOf(deps, entered.ok ? entered.value.sessionId : "", needing);
    expect(user?.isConfined).toBeUndefined();
  });
});

test("a correct password is not confirmed before the second factor is", async () => {
  const wrong = { password: "not it", ...from() };
  const withFactor = await openSession(deps, { email: "approver@test.example", ...wrong });
  const without = await openSession(deps, { email: "ops@test.example", ...wrong });
  expect(withFactor).toEqual(without);
});
