import { describe, expect, test } from "vitest";
import type { Ctx } from "@/lib/auth/context";
import { needsDualControl, ROLES, type Role } from "@/lib/auth/permissions";
import { listEndedRequests } from "@/lib/dashboard/proposals";
import { createMailer } from "@/lib/email/smtp";
import { joinBySso, useLink } from "@/lib/team/accept-invitation";
import { disableUser, resendInvitation, withdrawInvitation } from "@/lib/team/commands";
import { getTeam } from "@/lib/team/queries";
import { openSsoSession } from "@/lib/team/sso-login";
import {
  changeRole,
  decideChange,
  enableUser,
  inviteUser,
  makePasswordLink,
  resetFactor,
} from "@/lib/team/user-changes";
import { depsOf, from, setUpApp, signedIn, within } from "../../support/sign-in";
import { openStepUpSession } from "../../support/step-up-session";
import { acceptInvitation, auditEventsAbout, GOOD_PASSWORD, tokenIn, userNow } from "../../support/team";
import { admin, context, openTwoAdmins, other } from "../../support/two-admins";

openTwoAdmins();

const PROPOSED = { ok: true, value: { kind: "proposed" } };
const idOf = async (role: Role) => (await context.as(role)).actor.id;
const proposals = async (ctx = other) => (await getTeam(ctx, { show: "all", q: "" })).proposals;
const decide = async (ctx: Ctx, apply: boolean) =>
  decideChange(ctx, { proposalId: (await proposals())[0]?.id ?? "", apply });

describe("where there is a production", () => {
  test("another role is proposed by one admin and applied by another", async () => {
    const userId = await idOf("support");
    const session = await signedIn(context, "support");
    expect(await changeRole(admin, { userId, role: "ops" })).toEqual(PROPOSED);
    expect(await userNow(context, userId)).toMatchObject({ role: "support" });
    expect(await proposals()).toMatchObject([
      { change: "role", about: "support", roleNow: "support", role: "ops", by: "admin", isOwn: false },
    ]);
    expect(await proposals(admin)).toMatchObject([{ isOwn: true }]);
    expect(await changeRole(other, { userId, role: "viewer" })).toMatchObject({
      error: { kind: "another_proposal_is_open" },
    });
    expect(await decide(admin, true)).toEqual({ ok: false, error: { kind: "own_proposal" } });
    expect(await decide(other, true)).toMatchObject({ ok: true });
    expect(await userNow(context, userId)).toMatchObject({ role: "ops" });
    expect((await auditEventsAbout(context, userId)).map(({ action, actorName }) => [action, actorName])).toEqual([
      ["user.added", "test"],
      ["session.started", "support"],
      ["user_change.proposed", "admin"],
      ["user.role_changed", "second-admin"],
    ]);
    expect(session).not.toBe("");
    expect(await proposals()).toEqual([]);
  });

  test("a proposal that was dropped changes nothing, and cannot be applied after all", async () => {
    const userId = await idOf("finance");
    await changeRole(admin, { userId, role: "admin" });
    const [{ id: proposalId } = { id: "" }] = await proposals();
    expect(await decide(admin, false)).toEqual({ ok: true, value: { kind: "dropped" } });
    expect(await decideChange(other, { proposalId, apply: true })).toEqual({ ok: false, error: { kind: "not_open" } });
    expect(await userNow(context, userId)).toMatchObject({ role: "finance" });
  });

  test("applied and dropped concurrently, it is one of the two", async () => {
    const userId = await idOf("viewer");
    await changeRole(admin, { userId, role: "support" });
    const [{ id: proposalId } = { id: "" }] = await proposals();
    const both = await Promise.all([
      decideChange(other, { proposalId, apply: true }),
      decideChange(admin, { proposalId, apply: false }),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await userNow(context, userId)).role).toBe(both[0]?.ok ? "support" : "viewer");
  });

  test("no user applies a change of their own account, nor one whose proposer has lost the permission", async () => {
    const third = await context.as("approver");
    await changeRole(admin, { userId: third.actor.id, role: "admin" });
    expect(await decide(other, true)).toMatchObject({ ok: true });
    // Another role ended their sessions.
    const session = await openStepUpSession(context.db, third.actor.id);
    const anAdmin = { ...third, actor: { ...third.actor, role: "admin" as const, session } } as Ctx;

    await changeRole(anAdmin, { userId: other.actor.id, role: "viewer" });
    expect(await proposals()).toMatchObject([{ isAboutOneself: true }]);
    expect(await decide(other, true)).toEqual({ ok: false, error: { kind: "oneself" } });
    expect(await disableUser(other, { userId: third.actor.id })).toMatchObject({ ok: true });
    expect(await decide(admin, true)).toEqual({ ok: false, error: { kind: "proposer_not_permitted" } });
    expect(await userNow(context, other.actor.id)).toMatchObject({ role: "admin" });
    expect(await decide(admin, false)).toMatchObject({ ok: true });
  });

  test("a factor is reset, and a user who moves money is enabled again, by two users", async () => {
    const userId = await idOf("ops");
    await setUpApp(context, await within(context, await signedIn(context, "ops")));
    expect(await resetFactor(admin, { userId })).toEqual(PROPOSED);
    expect(await decide(other, true)).toMatchObject({ ok: true });
    expect(await disableUser(admin, { userId })).toMatchObject({ ok: true });
    expect(await enableUser(admin, { userId, unlink: true })).toEqual(PROPOSED);
    expect((await userNow(context, userId)).disabledAt).not.toBeNull();
    expect(await proposals()).toMatchObject([{ change: "enable", unlink: true }]);
    expect(await decide(other, true)).toMatchObject({ ok: true });
    expect((await userNow(context, userId)).disabledAt).toBeNull();
  });

  test.each(ROLES)("an invitation as %s takes two where the role is under dual control", async (role) => {
    const email = `new-${role}@test.example`;
    const made = await inviteUser(admin, { email, role });
    if (!needsDualControl(role)) {
      expect(await acceptInvitation(context, tokenIn(made.ok ? made.value : { kind: "proposed" }))).toMatchObject({
        ok: true,
      });
      return;
    }
    expect(made).toEqual(PROPOSED);
    expect((await getTeam(admin, { show: "invited", q: email })).invitations).toEqual([]);
    expect(await proposals()).toMatchObject([{ change: "invite", about: email, role, userId: null }]);
    const applied = await decide(other, true);
    expect(await acceptInvitation(context, tokenIn(applied.ok ? applied.value : { kind: "dropped" }))).toMatchObject({
      ok: true,
    });
  });

  test("a password link of a user who can move money is shown only with two admins; an e-mailed one needs no second", async () => {
    const userId = (await context.another("ops")).actor.id;
    expect(await makePasswordLink(admin, { userId })).toEqual(PROPOSED);
    expect(await decide(admin, false)).toMatchObject({ ok: true });
    const mail = createMailer({ url: "smtp://127.0.0.1:1", from: "choba@test.example" });
    expect(await makePasswordLink({ ...admin, mail }, { userId })).toEqual({
      ok: true,
      value: { kind: "done", link: null },
    });
    const harmless = await makePasswordLink(admin, { userId: (await context.another("viewer")).actor.id });
    expect(harmless).toMatchObject({
      ok: true,
      value: { kind: "done", link: { email: "second-viewer@test.example" } },
    });
  });

  test("a password link that one admin made is void once its user has a role that takes two", async () => {
    const email = "promoted@test.example";
    const invited = await inviteUser(admin, { email, role: "viewer" });
    await acceptInvitation(context, tokenIn(invited.ok ? invited.value : { kind: "proposed" }));
    const userId = (await getTeam(admin, { show: "active", q: email })).users[0]?.id ?? "";
    const made = await makePasswordLink(admin, { userId });
    const token = tokenIn(made.ok ? made.value : { kind: "proposed" });
    expect(await changeRole(admin, { userId, role: "ops" })).toEqual(PROPOSED);
    expect(await decide(other, true)).toMatchObject({ ok: true });
    expect(await acceptInvitation(context, token)).toEqual({ ok: false, error: { kind: "link_is_over" } });
  });

  describe("another link for an invitation that took two admins", () => {
    async function invited(email: string, role: Role) {
      await inviteUser(admin, { email, role });
      if (needsDualControl(role)) await decide(other, true);
      const open = (await getTeam(admin, { show: "invited", q: email })).invitations[0];
      return { invitationId: open?.id ?? "" };
    }

    test("takes two as well, and the second has it to hand over", async () => {
      const one = await invited("again@test.example", "ops");
      expect(await resendInvitation(admin, one)).toEqual(PROPOSED);
      expect(await proposals()).toMatchObject([{ change: "resend", about: "again@test.example", role: "ops" }]);
      expect(await decide(admin, true)).toEqual({ ok: false, error: { kind: "own_proposal" } });
      const applied = await decide(other, true);
      expect(await acceptInvitation(context, tokenIn(applied.ok ? applied.value : { kind: "dropped" }))).toMatchObject({
        ok: true,
      });
      expect(
        (await auditEventsAbout(context, one.invitationId)).map(({ action, actorName }) => [action, actorName]),
      ).toEqual([
        ["user.invited", "second-admin"],
        ["invitation.resent", "second-admin"],
      ]);
    });

    test("is no longer proposed once the invitation is withdrawn, and the user can be invited again", async () => {
      const email = "withdrawn@test.example";
      const one = await invited(email, "finance");
      await resendInvitation(admin, one);
      const [{ id: proposalId } = { id: "" }] = await proposals();
      await withdrawInvitation(admin, one);
      expect(await proposals()).toEqual([]);
      expect(await decideChange(other, { proposalId, apply: true })).toEqual({ ok: false, error: { kind: "lapsed" } });
      expect((await auditEventsAbout(context, email)).map(({ action }) => action)).toEqual([
        ...["user_change.proposed", "user_change.proposed", "user_change.expired"],
      ]);
      expect(await listEndedRequests(admin, { subject: email })).toEqual([]);
      expect(await inviteUser(admin, { email, role: "finance" })).toEqual(PROPOSED);
      await decide(admin, false);
    });

    test("is no longer proposed once the invitation is used, by its link or by single sign-on", async () => {
      await inviteUser(admin, { email: "used@test.example", role: "ops" });
      const made = await decide(other, true);
      const open = (await getTeam(admin, { show: "invited", q: "used@" })).invitations[0];
      await resendInvitation(admin, { invitationId: open?.id ?? "" });
      expect(await proposals()).toHaveLength(1);
      expect(await acceptInvitation(context, tokenIn(made.ok ? made.value : { kind: "dropped" }))).toMatchObject({
        ok: true,
      });
      expect(await proposals()).toEqual([]);

      const email = "single@test.example";
      await resendInvitation(admin, await invited(email, "ops"));
      expect(await proposals()).toHaveLength(1);
      const joined = { at: context.clock.now, email, name: null };
      expect(await context.db.transaction((tx) => joinBySso(tx, joined))).toMatchObject({ email });
      expect(await proposals()).toEqual([]);
      // What can no longer be proposed again is not to be.
      expect(await listEndedRequests(admin, { subject: email })).toEqual([]);
    });

    test("stays proposed when single sign-on is refused, as the invitation has expired", async () => {
      const email = "expired@test.example";
      const one = await invited(email, "ops");
      context.clock.now = new Date(context.clock.now.getTime() + 73 * 3_600_000);
      await resendInvitation(admin, one);
      const account = { issuer: "https://id.example", subject: "u-expired", email, name: null, at: null };
      const attempt = { ...from(), claims: account, domains: [], replaces: null };
      expect(await openSsoSession(depsOf(context), attempt)).toEqual({ ok: false, error: { kind: "unknown" } });
      expect(await proposals()).toMatchObject([{ change: "resend", about: email }]);
      expect(await decide(other, true)).toMatchObject({ ok: true });
      expect(await openSsoSession(depsOf(context), attempt)).toMatchObject({ ok: true });
    });

    test("stays proposed when the link expires while the password is hashed", async () => {
      const email = "late@test.example";
      await inviteUser(admin, { email, role: "ops" });
      const made = await decide(other, true);
      const token = tokenIn(made.ok ? made.value : { kind: "dropped" });
      const open = (await getTeam(admin, { show: "invited", q: "late@" })).invitations[0];
      await resendInvitation(admin, { invitationId: open?.id ?? "" });
      const { now } = context.clock;
      const times = [now];
      const clock = () => times.shift() ?? new Date(now.getTime() + 73 * 3_600_000);
      const use = { token, name: "New Person", password: GOOD_PASSWORD };
      expect(await useLink({ db: context.db, now: clock, passwordSignIn: true }, use)).toEqual({
        ...{ ok: false, error: { kind: "link_is_over" } },
      });
      expect(await proposals()).toMatchObject([{ change: "resend", about: email }]);
      await decide(admin, false);
    });

    test("used and decided concurrently, the two do not wait for each other for ever", async () => {
      await inviteUser(admin, { email: "both@test.example", role: "ops" });
      const made = await decide(other, true);
      const open = (await getTeam(admin, { show: "invited", q: "both@" })).invitations[0];
      await resendInvitation(admin, { invitationId: open?.id ?? "" });
      const [{ id: proposalId } = { id: "" }] = await proposals();
      const [decided, accepted] = await Promise.all([
        decideChange(other, { proposalId, apply: true }),
        acceptInvitation(context, tokenIn(made.ok ? made.value : { kind: "dropped" })),
      ]);
      expect([decided.ok, accepted.ok].toSorted()).toEqual([false, true]);
      expect(await proposals()).toEqual([]);
    });

    test("takes one where it is e-mailed, or where the role is not under dual control", async () => {
      const one = await invited("mailed@test.example", "ops");
      const mail = createMailer({ url: "smtp://127.0.0.1:1", from: "choba@test.example" });
      expect(await resendInvitation({ ...admin, mail }, one)).toEqual({
        ok: true,
        value: { kind: "done", link: null },
      });
      const harmless = await resendInvitation(admin, await invited("again-viewer@test.example", "viewer"));
      expect(harmless).toMatchObject({
        ok: true,
        value: { kind: "done", link: { email: "again-viewer@test.example" } },
      });
    });
  });
});
