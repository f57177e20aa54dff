import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emails, signInLinks } from "@/drizzle/schema/team";
import { users } from "@/drizzle/schema/users";
import type { Ctx } from "@/lib/auth/context";
import { openSession, userOf } from "@/lib/auth/sessions";
import { readLink } from "@/lib/team/accept-invitation";
import { resendInvitation, withdrawInvitation } from "@/lib/team/commands";
import { getTeam } from "@/lib/team/queries";
import { inviteUser } from "@/lib/team/user-changes";
import { openTestContext, type TestContext } from "../../support/context";
import { depsOf, from, wait } from "../../support/sign-in";
import { acceptInvitation, auditEventsAbout, GOOD_PASSWORD, invite, tokenIn } from "../../support/team";

let context: TestContext;
let admin: Ctx;
beforeAll(async () => {
  context = await openTestContext();
  admin = await context.as("admin");
});
afterAll(() => context.close());

const ALL = { show: "all", q: "" } as const;
const clock = () => ({ db: context.db, now: () => context.clock.now, passwordSignIn: true });
const invitationOf = async (email: string) =>
  (await getTeam(admin, ALL)).invitations.find((one) => one.email === email)!;

describe("an invited user", () => {
  test("chooses a name and a password, and signs in with their role", async () => {
    const token = await invite(admin, "mio@test.example", "finance");
    expect(await readLink(clock(), token)).toEqual({ kind: "invitation", email: "mio@test.example", role: "finance" });
    expect(await acceptInvitation(context, token, { name: "Mio Abe" })).toMatchObject({
      ok: true,
      value: { email: "mio@test.example" },
    });

    const opened = await openSession(depsOf(context), {
      email: "mio@test.example",
      password: GOOD_PASSWORD,
      ...from(),
    });
    const user = await userOf(depsOf(context), opened.ok ? opened.value.sessionId : "");
    expect(user).toMatchObject({ name: "Mio Abe", role: "finance" });
    expect(await auditEventsAbout(context, user!.id)).toMatchObject([
      { action: "user.joined", actorName: "Mio Abe", environment: null, detail: { role: "finance" } },
      { action: "session.started" },
    ]);
    const team = await getTeam(admin, { show: "active", q: "ＭＩＯ" });
    expect(team.users).toMatchObject([{ name: "Mio Abe", role: "finance", hasFactor: false, state: "active" }]);
    expect(team.users[0]?.lastSeenAt).not.toBeNull();
    expect((await getTeam(admin, ALL)).invitations).toEqual([]);
  });

  test("is let in once, also where the link is used twice at the same moment", async () => {
    const token = await invite(admin, "twice@test.example", "support");
    const both = await Promise.all([acceptInvitation(context, token), acceptInvitation(context, token)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, error: { kind: "link_is_over" } });
    expect(await context.db.select().from(users).where(eq(users.email, "twice@test.example"))).toHaveLength(1);
  });

  test("needs a password that is not among the first that are tried, and a name; the link is not used up by trying", async () => {
    const token = await invite(admin, "weak@test.example", "support");
    expect(await acceptInvitation(context, token, { password: "short" })).toMatchObject({
      error: { kind: "too_short" },
    });
    expect(await acceptInvitation(context, token, { name: "Weak Weakling", password: "weak weakling" })).toMatchObject({
      error: { kind: "too_easy_to_guess" },
    });
    expect(await acceptInvitation(context, token, { name: undefined })).toMatchObject({ error: { kind: "no_name" } });
    expect(await acceptInvitation(context, token)).toMatchObject({ ok: true });
  });

  test("expires after 72 hours; another link may be sent, and the first stays invalid", async () => {
    const first = await invite(admin, "late@test.example", "support");
    wait(context, 72 * 3600);
    expect(await acceptInvitation(context, first)).toEqual({ ok: false, error: { kind: "link_is_over" } });
    const { id, isExpired } = await invitationOf("late@test.example");
    expect(isExpired).toBe(true);
    const again = await resendInvitation(admin, { invitationId: id });
    const second = tokenIn(again.ok ? again.value : { kind: "proposed" });
    expect(await readLink(clock(), first)).toBeNull();
    expect(await acceptInvitation(context, second)).toMatchObject({ ok: true });
    expect(await resendInvitation(admin, { invitationId: id })).toEqual({
      ok: false,
      error: { kind: "no_such_invitation" },
    });
    expect((await auditEventsAbout(context, id)).map(({ action }) => action)).toEqual([
      "user.invited",
      "invitation.resent",
    ]);
  });

  test("is refused once the invitation is withdrawn", async () => {
    const token = await invite(admin, "gone@test.example", "support");
    const { id } = await invitationOf("gone@test.example");
    expect(await withdrawInvitation(admin, { invitationId: id })).toMatchObject({ ok: true });
    expect(await acceptInvitation(context, token)).toEqual({ ok: false, error: { kind: "link_is_over" } });
    expect(await withdrawInvitation(admin, { invitationId: id })).toMatchObject({ ok: false });
    expect(await invitationOf("gone@test.example")).toBeUndefined();
  });

  test("either joins or is withdrawn, never both, where the two happen concurrently", async () => {
    const token = await invite(admin, "either@test.example", "support");
    const { id } = await invitationOf("either@test.example");
    const [came, withdrawn] = await Promise.all([
      acceptInvitation(context, token),
      withdrawInvitation(admin, { invitationId: id }),
    ]);
    expect(came.ok).not.toBe(withdrawn.ok);
    const here = await context.db.select().from(users).where(eq(users.email, "either@test.example"));
    expect(here).toHaveLength(came.ok ? 1 : 0);
  });
});

test("no user is invited twice, or while they are active here", async () => {
  await invite(admin, "once@test.example", "support");
  const again = await Promise.all([
    inviteUser(admin, { email: "once@test.example", role: "admin" }),
    inviteUser(admin, { email: "admin@test.example", role: "viewer" }),
  ]);
  expect(again).toEqual([
    { ok: false, error: { kind: "invited_already" } },
    { ok: false, error: { kind: "email_taken" } },
  ]);
});

test("of two admins who invite the same user concurrently, one does", async () => {
  const other = await context.another("admin");
  const both = await Promise.all(
    [admin, other].map((ctx) => inviteUser(ctx, { email: "both@test.example", role: "support" })),
  );
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
});

test("a copy of the tables opens no session, and the log holds no link", async () => {
  const token = await invite(admin, "copied@test.example", "support");
  const held = JSON.stringify([await context.db.select().from(signInLinks), await context.db.select().from(emails)]);
  expect(held).not.toContain(token);
  const { id } = await invitationOf("copied@test.example");
  expect(JSON.stringify(await auditEventsAbout(context, id))).not.toContain(token);
  for (const { tokenHash } of await context.db.select().from(signInLinks)) {
    expect(await readLink(clock(), tokenHash)).toBeNull();
  }
});
