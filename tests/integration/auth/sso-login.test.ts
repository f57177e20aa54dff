import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { invitations, signInLinks } from "@/drizzle/schema/team";
import { issuerAccounts, users } from "@/drizzle/schema/users";
import { missingProof } from "@/lib/auth/factors";
import type { Role } from "@/lib/auth/permissions";
import { secondStepOf, userOf } from "@/lib/auth/sessions";
import type { SsoClaims } from "@/lib/auth/sso-claims";
import { codeAt } from "@/lib/auth/totp";
import { disableUser } from "@/lib/team/commands";
import { getUser } from "@/lib/team/queries";
import { openSsoSession } from "@/lib/team/sso-login";
import { enableUser } from "@/lib/team/user-changes";
import { openTestContext, type TestContext } from "../../support/context";
import { depsOf, from, prove, setUpApp, signedIn, wait, within } from "../../support/sign-in";

let context: TestContext;
let deps: ReturnType<typeof depsOf>;

beforeAll(async () => {
  context = await openTestContext();
  deps = depsOf(context);
  for (const role of ["ops", "finance", "support", "approver", "admin"] as const) await context.as(role);
});
afterAll(() => context.close());

const ISSUER = "https://id.example";
type More = Partial<SsoClaims> & { domains?: string[]; replaces?: string };

/** The issuer's claims about the account with this subject; its e-mail is that of the role, unless given. */
function arrive(role: Role, { domains = [], replaces, ...more }: More = {}) {
  const email = `${role}@test.example`;
  const claims = {
    issuer: ISSUER,
    subject: `u-${role}`,
    email,
    name: `Claimed ${role}`,
    at: context.clock.now,
    ...more,
  };
  return openSsoSession(deps, { ...from(), claims, domains, replaces: replaces ?? null });
}

async function arrived(role: Role, more?: More): Promise<string> {
  const opened = await arrive(role, more);
  if (!opened.ok) throw new Error(opened.error.kind);
  return opened.value.sessionId;
}

const linesOf = (action: string) => context.db.select().from(auditEvents).where(eq(auditEvents.action, action));

describe("a user who signs in at the issuer", () => {
  test("signs in as the user with this e-mail, and each step is in the audit log", async () => {
    const opened = await arrived("ops");
    expect(await userOf(deps, opened)).toMatchObject({ email: "ops@test.example", role: "ops" });
    expect(await userOf({ ...deps, passwordSignIn: false }, opened)).not.toBeNull();
    expect(await linesOf("sso.linked")).toMatchObject([{ actorName: "ops", detail: { issuer: ISSUER } }]);
    expect(await linesOf("session.started")).toMatchObject([{ actorName: "ops", detail: { by: "issuer" } }]);
  });

  test("stays that user when the issuer reports another e-mail later, and is bound once", async () => {
    const moved = await arrived("ops", { email: "finance@test.example" });
    expect(await userOf(deps, moved)).toMatchObject({ email: "ops@test.example" });
    expect(await userOf(deps, await arrived("ops", { email: null }))).toMatchObject({ email: "ops@test.example" });
    expect(await context.db.select().from(issuerAccounts)).toHaveLength(1);
  });

  test("is refused with an unknown e-mail, and no user is created", async () => {
    const before = await context.db.$count(users);
    const stranger = await arrive("ops", { subject: "u-x", email: "stranger@test.example" });
    expect(stranger).toEqual({ ok: false, error: { kind: "unknown" } });
    expect(await context.db.$count(users)).toBe(before);
    expect(await linesOf("session.refused")).toMatchObject([
      { subject: "unknown", detail: { by: "issuer", why: "unknown" } },
    ]);
  });

  test("is refused with an unverified e-mail", async () => {
    expect(await arrive("finance", { email: null })).toMatchObject({ error: { kind: "unverified" } });
  });

  test("is refused with another subject for a bound e-mail: a changed subject is another account", async () => {
    expect(await arrive("ops", { subject: "u-recycled" })).toMatchObject({ error: { kind: "other_account" } });
  });

  test("is another account at another issuer, though the subject is the same", async () => {
    const elsewhere = await arrived("finance", { issuer: "https://other.example", subject: "u-ops" });
    expect(await userOf(deps, elsewhere)).toMatchObject({ email: "finance@test.example" });
  });

  test("is refused from a domain that is not allowed, also when bound before", async () => {
    const domains = ["shop.example"];
    expect(await arrive("ops", { domains })).toMatchObject({ error: { kind: "other_domain" } });
    expect(await arrive("ops", { domains, email: null })).toMatchObject({ error: { kind: "unverified" } });
    expect(await arrive("ops", { domains: ["test.example"] })).toMatchObject({ ok: true });
  });

  test("is bound to one user when two tabs arrive concurrently", async () => {
    const both = await Promise.all([arrive("approver"), arrive("approver")]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    const bound = await context.db.select().from(issuerAccounts).where(eq(issuerAccounts.subject, "u-approver"));
    expect(bound).toHaveLength(1);
  });

  test("is refused when disabled, before and after being bound", async () => {
    const open = await arrived("support");
    await context.db
      .update(users)
      .set({ disabledAt: context.clock.now })
      .where(eq(users.email, "support@test.example"));
    expect(await userOf(deps, open)).toBeNull();
    expect(await arrive("support")).toMatchObject({ error: { kind: "disabled" } });
    await context.db.delete(issuerAccounts).where(eq(issuerAccounts.subject, "u-support"));
    expect(await arrive("support")).toMatchObject({ error: { kind: "disabled" } });
    expect(await context.db.$count(issuerAccounts, eq(issuerAccounts.subject, "u-support"))).toBe(0);
  });

  test("keeps the link when an admin disables and enables the user, also under another address", async () => {
    const { id: userId } = (await context.another("finance")).actor;
    const admin = await context.as("admin");
    const account = { subject: "u-moved", email: "second-finance@test.example" };
    await arrived("finance", account);
    await arrived("finance", { ...account, email: "renamed@test.example" });
    expect(await disableUser(admin, { userId })).toMatchObject({ ok: true });
    expect(await enableUser(admin, { userId })).toMatchObject({ ok: true });
    expect((await linesOf("user.enabled")).at(-1)?.detail).not.toHaveProperty("unlinked");
    const renamed = await arrived("finance", { ...account, email: "renamed@test.example" });
    expect(await userOf(deps, renamed)).toMatchObject({ id: userId });
    // Who has the address at the issuer now is another account.
    expect(await arrive("finance", { ...account, subject: "u-new" })).toMatchObject({
      error: { kind: "other_account" },
    });
  });

  test("is linked again by the e-mail where the admin says that the account was made again", async () => {
    const { id: userId } = (await context.another("ops")).actor;
    const admin = await context.as("admin");
    const account = { email: "second-ops@test.example" };
    expect(await getUser(admin, { userId })).toMatchObject({ isLinked: false });
    await arrived("ops", { ...account, subject: "u-lost" });
    expect(await getUser(admin, { userId })).toMatchObject({ isLinked: true });
    const made = { ...account, subject: "u-made-again" };
    expect(await arrive("ops", made)).toMatchObject({ error: { kind: "other_account" } });
    expect(await disableUser(admin, { userId })).toMatchObject({ ok: true });
    expect(await enableUser(admin, { userId, unlink: true })).toMatchObject({ ok: true });
    expect((await linesOf("user.enabled")).at(-1)).toMatchObject({ subject: userId, detail: { unlinked: [ISSUER] } });
    expect(await userOf(deps, await arrived("ops", made))).toMatchObject({ id: userId });
    // From then on the former account is another one.
    expect(await arrive("ops", { ...account, subject: "u-lost" })).toMatchObject({
      error: { kind: "other_account" },
    });
  });

  test("leaves the session that the browser came with", async () => {
    const planted = await signedIn(context, "ops");
    const opened = await arrived("ops", { replaces: planted });
    expect(await userOf(deps, planted)).toBeNull();
    expect(await userOf(deps, opened)).not.toBeNull();
  });
});

describe("an invited user", () => {
  async function invited(email: string): Promise<string> {
    const [admin] = await context.db.select().from(users).where(eq(users.role, "admin"));
    const at = context.clock.now;
    const asked = { email, role: "support" as const, invitedBy: admin!.id, invitedAt: at };
    const [{ id } = { id: "" }] = await context.db.insert(invitations).values(asked).returning();
    const expiresAt = new Date(at.getTime() + 72 * 3_600_000);
    await context.db.insert(signInLinks).values({ tokenHash: email, invitationId: id, madeAt: at, expiresAt });
    return id;
  }
  const come = (email: string) => arrive("support", { subject: `u-${email}`, email });

  test("joins by single sign-on in the invited role, once; the invitation link is used up", async () => {
    const invitation = await invited("hanako@test.example");
    const both = await Promise.all([come("hanako@test.example"), come("hanako@test.example")]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    const again = await come("hanako@test.example");
    expect(again.ok && (await userOf(deps, again.value.sessionId))).toMatchObject({
      ...{ name: "Claimed support", email: "hanako@test.example", role: "support" },
    });
    expect(await context.db.$count(users, eq(users.email, "hanako@test.example"))).toBe(1);
    const [accepted] = await context.db.select().from(invitations).where(eq(invitations.id, invitation));
    expect(accepted?.acceptedAt).not.toBeNull();
    const [link] = await context.db.select().from(signInLinks).where(eq(signInLinks.invitationId, invitation));
    expect(link?.voidedAt).not.toBeNull();
    expect(await linesOf("user.joined")).toHaveLength(1);
  });

  test("is unknown once the invitation was withdrawn or its link has expired", async () => {
    const withdrawn = await invited("jiro@test.example");
    await context.db.update(invitations).set({ withdrawnAt: context.clock.now }).where(eq(invitations.id, withdrawn));
    expect(await come("jiro@test.example")).toMatchObject({ error: { kind: "unknown" } });
    const expired = await invited("saburo@test.example");
    const past = { expiresAt: context.clock.now };
    await context.db.update(signInLinks).set(past).where(eq(signInLinks.invitationId, expired));
    expect(await come("saburo@test.example")).toMatchObject({ error: { kind: "unknown" } });
    expect(await context.db.$count(users, eq(users.role, "support"))).toBe(2);
  });
});

describe("the second factor", () => {
  test("is still asked for where the user has one here", async () => {
    const { secret } = await setUpApp(context, await within(context, await arrived("admin")));
    wait(context, 60);
    const half = await arrived("admin");
    expect(await userOf(deps, half)).toBeNull();
    expect(await secondStepOf(deps, half)).toEqual(["code", "recovery_code"]);
    const byPassword = await prove(context, half, { by: "password", password: "password of admin" });
    expect(byPassword).toMatchObject({ error: { kind: "refused" } });
    const whole = await prove(context, half, { by: "code", code: codeAt(secret, context.clock.now) });
    expect(whole.ok && (await userOf(deps, whole.value.sessionId))).toMatchObject({ role: "admin" });
  });

  test("has to be set up first where the role needs one, with any factor at the issuer", async () => {
    expect(await userOf(deps, await arrived("approver"), ["approver"])).toMatchObject({ isConfined: true });
  });

  test("is set up only by a user whom the issuer has just authenticated", async () => {
    const missing = async (sessionId: string) => {
      const ctx = await within(context, sessionId);
      return ctx.db.transaction((tx) => missingProof(tx, ctx));
    };
    const longAgo = new Date(context.clock.now.getTime() - 6 * 60_000);
    expect(await missing(await arrived("finance", { issuer: "https://other.example", subject: "u-ops" }))).toBeNull();
    const silent = await arrived("finance", { issuer: "https://other.example", subject: "u-ops", at: longAgo });
    expect(await missing(silent)).toEqual({ kind: "proof_needed", means: ["issuer"] });
    // An issuer that does not say when is taken at its word: it was asked to ask.
    expect(await missing(await arrived("ops", { at: null }))).toBeNull();
    const typed = await signedIn(context, "ops");
    wait(context, 6 * 60);
    expect(await missing(typed)).toEqual({ kind: "proof_needed", means: ["password"] });
  });
});
