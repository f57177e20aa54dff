import { randomUUID } from "node:crypto";
import { eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emails, signInLinks } from "@/drizzle/schema/team";
import { sessions, users } from "@/drizzle/schema/users";
import type { Ctx } from "@/lib/auth/context";
import { missingProof } from "@/lib/auth/factors";
import type { Role } from "@/lib/auth/permissions";
import { openSession, stepUp } from "@/lib/auth/sessions";
import { addUser } from "@/lib/auth/users";
import { changePassword } from "@/lib/security/commands";
import { askForLink, readLink, useLink } from "@/lib/team/accept-invitation";
import { sendEmail, sendForgottenLink } from "@/lib/team/emails";
import { getTeam, getUser } from "@/lib/team/queries";
import { openSsoSession } from "@/lib/team/sso-login";
import { decideChange, makePasswordLink } from "@/lib/team/user-changes";
import { NOWHERE, openTestContext, type TestContext } from "../../support/context";
import { depsOf, from, prove, signedIn, wait, within } from "../../support/sign-in";
import { GOOD_PASSWORD, invite, tokenIn, userNow } from "../../support/team";

/** PASSWORD_SIGN_IN=off, over people, links and proposals of the time when it was on. */
let context: TestContext;
let admin: Ctx;
let other: Ctx;

const OFF = { passwordSignIn: false };
const without = (ctx: Ctx): Ctx => ({ ...ctx, ...OFF });
const deps = () => ({ ...depsOf(context), ...OFF });
const refused = (kind: string) => ({ ok: false, error: { kind } });
const NONE = refused("no_passwords");

beforeAll(async () => {
  context = await openTestContext(NOWHERE, { environment: "production" });
  admin = await context.as("admin");
  other = await context.another("admin");
  for (const role of ["ops", "support", "finance"] as const) await context.as(role);
});
afterAll(() => context.close());

const asked = (ctx: Ctx) => ctx.db.transaction((tx) => missingProof(tx, ctx));
const idOf = async (role: Role) => (await context.as(role)).actor.id;

describe("where passwords are off", () => {
  test("no password is accepted, not even a correct one", async () => {
    const right = { email: "ops@test.example", password: "password of ops", ...from() };
    expect(await openSession(deps(), right)).toEqual(refused("refused"));
    expect(await openSession(depsOf(context), right)).toMatchObject({ ok: true });
  });

  test("no password is a step-up: a signed-in user signs in at the issuer again", async () => {
    const session = await signedIn(context, "ops");
    const ctx = await within(context, session);
    wait(context, 600);
    expect(await asked(ctx)).toEqual({ kind: "proof_needed", means: ["password"] });
    expect(await asked(without(ctx))).toEqual({ kind: "proof_needed", means: ["issuer"] });
    const shown = { by: "password", password: "password of ops" } as const;
    expect(await stepUp(deps(), session, shown, from())).toEqual(refused("refused"));
    expect(await prove(context, session, shown)).toMatchObject({ ok: true });
  });

  test("no password is changed, no link is made for another, and no earlier proposal is applied", async () => {
    const before = await userNow(context, await idOf("ops"));
    const ops = await within(context, await signedIn(context, "ops"));
    expect(await changePassword(without(ops), { current: "password of ops", next: GOOD_PASSWORD })).toEqual(NONE);

    const userId = ops.actor.id;
    expect(await makePasswordLink(admin, { userId })).toEqual({ ok: true, value: { kind: "proposed" } });
    const { proposals } = await getTeam(other, { show: "all", q: "" });
    const proposalId = proposals[0]!.id;
    expect(await makePasswordLink(without(admin), { userId })).toEqual(NONE);
    expect(await decideChange(without(other), { proposalId, apply: true })).toEqual(NONE);
    expect(await decideChange(without(other), { proposalId, apply: false })).toMatchObject({ ok: true });
    expect(await getUser(without(admin), { userId })).toMatchObject({ passwordSignIn: false });
    expect((await userNow(context, userId)).passwordHash).toBe(before.passwordHash);
  });

  test("an earlier link leads nowhere, and its e-mail is not sent", async () => {
    const userId = await idOf("viewer");
    const made = await makePasswordLink(admin, { userId });
    const token = made.ok ? tokenIn(made.value) : "";
    expect(await readLink(depsOf(context), token)).toMatchObject({ kind: "password" });
    expect(await readLink(deps(), token)).toBeNull();
    expect(await useLink(deps(), { token, password: GOOD_PASSWORD })).toEqual(NONE);

    const inbox: unknown[] = [];
    const mail: Ctx["mail"] = async (email) => {
      inbox.push(email);
      return { ok: true, value: null };
    };
    const job = { ...(await context.as("job")), mail };
    const mailing = { ...admin, mail };
    await makePasswordLink(mailing, { userId });
    const due = await context.db.select().from(emails).where(isNotNull(emails.nextTryAt));
    for (const { id } of due) await sendEmail(without(job), { mailId: id });
    expect([due.length, inbox]).toEqual([1, []]);
  });

  test("no password reset is possible: no e-mail is sent, also for an earlier request", async () => {
    expect(await askForLink(deps(), { email: "finance@test.example", address: null })).toEqual(NONE);
    const sealed = deps().vault.seal("mail", "finance@test.example");
    const mail: Ctx["mail"] = async () => ({ ok: true, value: null });
    const job = { ...(await context.as("job")), mail };
    await sendForgottenLink(without(job), { sealed });
    const theirs = eq(signInLinks.userId, await idOf("finance"));
    expect(await context.db.$count(signInLinks, theirs)).toBe(0);
    await sendForgottenLink(job, { sealed });
    expect(await context.db.$count(signInLinks, theirs)).toBe(1);
  });

  test("an invitation is accepted by single sign-on alone, and creates a user without a password", async () => {
    const email = "mio@test.example";
    const token = await invite(without(admin), email, "viewer");
    expect(await readLink(deps(), token)).toMatchObject({ kind: "invitation", email });
    expect(await useLink(deps(), { token, name: "Mio", password: GOOD_PASSWORD })).toEqual(NONE);
    expect(await context.db.$count(users, eq(users.email, email))).toBe(0);

    const claims = { issuer: "https://id.example", subject: "u-mio", email, name: "Mio Abe", at: context.clock.now };
    const arrive = { ...from(), claims, domains: [], replaces: null };
    const unverified = { ...arrive, claims: { ...claims, email: null } };
    expect(await openSsoSession(deps(), unverified)).toEqual(refused("unverified"));
    const opened = await openSsoSession(deps(), arrive);
    expect(opened).toMatchObject({ ok: true, value: { awaitsFactor: false } });
    const [mio] = await context.db.select().from(users).where(eq(users.email, email));
    expect(mio).toMatchObject({ name: "Mio Abe", role: "viewer" });
    expect(await context.db.$count(sessions, eq(sessions.userId, mio!.id))).toBe(1);
    expect(await readLink(deps(), token)).toBeNull();
  });

  test("the first admin is added without a password", async () => {
    const actor = { kind: "system", id: "test", name: "test" } as const;
    const email = `${randomUUID()}@test.example`;
    await addUser({ ...depsOf(context), actor }, { email, name: "First", role: "admin", password: null });
    for (const password of ["", " ", "null", "undefined"]) {
      expect(await openSession(depsOf(context), { email, password, ...from({ address: password }) })).toEqual(
        refused("refused"),
      );
    }
  });
});
