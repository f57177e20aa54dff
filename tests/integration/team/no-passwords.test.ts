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
import { getPerson, getTeam } from "@/lib/team/queries";
import { openSsoSession } from "@/lib/team/sso-login";
import { decideChange, makePasswordLink } from "@/lib/team/user-changes";
import { NOWHERE, openWorld, type World } from "../../support/context";
import { depsOf, from, prove, signedIn, wait, within } from "../../support/sign-in";
import { GOOD, invited, personNow, tokenIn } from "../../support/team";

/** PASSWORD_SIGN_IN=off, over people, links and proposals of the time when it was on. */
let world: World;
let admin: Ctx;
let other: Ctx;

const OFF = { passwordSignIn: false };
const without = (ctx: Ctx): Ctx => ({ ...ctx, ...OFF });
const door = () => ({ ...depsOf(world), ...OFF });
const refused = (kind: string) => ({ ok: false, error: { kind } });
const NONE = refused("no_passwords");

beforeAll(async () => {
  world = await openWorld(NOWHERE, { environment: "production" });
  admin = await world.as("admin");
  other = await world.another("admin");
  for (const role of ["ops", "support", "finance"] as const) await world.as(role);
});
afterAll(() => world.close());

const asked = (ctx: Ctx) => ctx.db.transaction((tx) => missingProof(tx, ctx));
const idOf = async (role: Role) => (await world.as(role)).actor.id;

describe("where passwords are off", () => {
  test("none lets anybody in, however right it is", async () => {
    const right = { email: "ops@test.example", password: "password of ops", ...from() };
    expect(await openSession(door(), right)).toEqual(refused("refused"));
    expect(await openSession(depsOf(world), right)).toMatchObject({ ok: true });
  });

  test("none proves who is there: whoever is in shows it by signing in at the issuer anew", async () => {
    const session = await signedIn(world, "ops");
    const ctx = await within(world, session);
    wait(world, 600);
    expect(await asked(ctx)).toEqual({ kind: "proof_needed", means: ["password"] });
    expect(await asked(without(ctx))).toEqual({ kind: "proof_needed", means: ["issuer"] });
    const shown = { by: "password", password: "password of ops" } as const;
    expect(await stepUp(door(), session, shown, from())).toEqual(refused("refused"));
    expect(await prove(world, session, shown)).toMatchObject({ ok: true });
  });

  test("nobody changes one, makes a link for another, or agrees to one that was proposed before", async () => {
    const before = await personNow(world, await idOf("ops"));
    const ops = await within(world, await signedIn(world, "ops"));
    expect(await changePassword(without(ops), { current: "password of ops", next: GOOD })).toEqual(NONE);

    const personId = ops.actor.id;
    expect(await makePasswordLink(admin, { personId })).toEqual({ ok: true, value: { kind: "proposed" } });
    const { proposals } = await getTeam(other, { show: "all", q: "" });
    const proposalId = proposals[0]!.id;
    expect(await makePasswordLink(without(admin), { personId })).toEqual(NONE);
    expect(await decideChange(without(other), { proposalId, apply: true })).toEqual(NONE);
    expect(await decideChange(without(other), { proposalId, apply: false })).toMatchObject({ ok: true });
    expect(await getPerson(without(admin), { personId })).toMatchObject({ passwordSignIn: false });
    expect((await personNow(world, personId)).passwordHash).toBe(before.passwordHash);
  });

  test("a link of the time before leads nowhere, and its letter does not leave", async () => {
    const personId = await idOf("viewer");
    const made = await makePasswordLink(admin, { personId });
    const token = made.ok ? tokenIn(made.value) : "";
    expect(await readLink(depsOf(world), token)).toMatchObject({ kind: "password" });
    expect(await readLink(door(), token)).toBeNull();
    expect(await useLink(door(), { token, password: GOOD })).toEqual(NONE);

    const letters: unknown[] = [];
    const mail: Ctx["mail"] = async (letter) => {
      letters.push(letter);
      return { ok: true, value: null };
    };
    const job = { ...(await world.as("job")), mail };
    const mailing = { ...admin, mail };
    await makePasswordLink(mailing, { personId });
    const due = await world.db.select().from(emails).where(isNotNull(emails.nextTryAt));
    for (const { id } of due) await sendEmail(without(job), { mailId: id });
    expect([due.length, letters]).toEqual([1, []]);
  });

  test("nobody has forgotten theirs: no letter is asked for, and none that was asked for before is made", async () => {
    expect(await askForLink(door(), { email: "finance@test.example", address: null })).toEqual(NONE);
    const sealed = door().vault.seal("mail", "finance@test.example");
    const mail: Ctx["mail"] = async () => ({ ok: true, value: null });
    const job = { ...(await world.as("job")), mail };
    await sendForgottenLink(without(job), { sealed });
    const theirs = eq(signInLinks.personId, await idOf("finance"));
    expect(await world.db.$count(signInLinks, theirs)).toBe(0);
    await sendForgottenLink(job, { sealed });
    expect(await world.db.$count(signInLinks, theirs)).toBe(1);
  });

  test("an invitation is taken up by the issuer's word alone, and makes a person without a password", async () => {
    const email = "mio@test.example";
    const token = await invited(without(admin), email, "viewer");
    expect(await readLink(door(), token)).toMatchObject({ kind: "invitation", email });
    expect(await useLink(door(), { token, name: "Mio", password: GOOD })).toEqual(NONE);
    expect(await world.db.$count(users, eq(users.email, email))).toBe(0);

    const vouched = { issuer: "https://id.example", subject: "u-mio", email, name: "Mio Abe", at: world.clock.now };
    const arrive = { ...from(), vouched, domains: [], replaces: null };
    const unverified = { ...arrive, vouched: { ...vouched, email: null } };
    expect(await openSsoSession(door(), unverified)).toEqual(refused("unverified"));
    const opened = await openSsoSession(door(), arrive);
    expect(opened).toMatchObject({ ok: true, value: { awaitsFactor: false } });
    const [mio] = await world.db.select().from(users).where(eq(users.email, email));
    expect(mio).toMatchObject({ name: "Mio Abe", role: "viewer" });
    expect(await world.db.$count(sessions, eq(sessions.personId, mio!.id))).toBe(1);
    expect(await readLink(door(), token)).toBeNull();
  });

  test("the first admin is added without one, and nothing that can be typed is theirs", async () => {
    const actor = { kind: "system", id: "test", name: "test" } as const;
    const email = `${randomUUID()}@test.example`;
    await addUser({ ...depsOf(world), actor }, { email, name: "First", role: "admin", password: null });
    for (const password of ["", " ", "null", "undefined"]) {
      expect(await openSession(depsOf(world), { email, password, ...from({ address: password }) })).toEqual(
        refused("refused"),
      );
    }
  });
});
