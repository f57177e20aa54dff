import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ctx } from "@/lib/auth/context";
import { needsDualControl, ROLES, type Role } from "@/lib/auth/permissions";
import { createMailer } from "@/lib/email/smtp";
import { disablePerson } from "@/lib/team/commands";
import { getTeam } from "@/lib/team/queries";
import {
  changeRole,
  decideChange,
  enablePerson,
  invitePerson,
  makePasswordLink,
  resetFactor,
} from "@/lib/team/user-changes";
import { openWorld, type World } from "../../support/context";
import { openProvenSession } from "../../support/proven-session";
import { setUpApp, signedIn, within } from "../../support/sign-in";
import { follow, linesAbout, personNow, tokenIn } from "../../support/team";

let world: World;
let admin: Ctx;
let other: Ctx;
beforeAll(async () => {
  world = await openWorld(undefined, { environment: "production" });
  [admin, other] = [await world.as("admin"), await world.another("admin")];
});
afterAll(() => world.close());

const PROPOSED = { ok: true, value: { kind: "proposed" } };
const idOf = async (role: Role) => (await world.as(role)).actor.id;
const proposals = async (ctx = other) => (await getTeam(ctx, { show: "all", q: "" })).proposals;
const decide = async (ctx: Ctx, apply: boolean) =>
  decideChange(ctx, { proposalId: (await proposals())[0]?.id ?? "", apply });

describe("where there is a production", () => {
  test("another role is proposed by one admin and applied by another", async () => {
    const personId = await idOf("support");
    const session = await signedIn(world, "support");
    expect(await changeRole(admin, { personId, role: "ops" })).toEqual(PROPOSED);
    expect(await personNow(world, personId)).toMatchObject({ role: "support" });
    expect(await proposals()).toMatchObject([
      { change: "role", about: "support", roleNow: "support", role: "ops", by: "admin", isOwn: false },
    ]);
    expect(await proposals(admin)).toMatchObject([{ isOwn: true }]);
    expect(await changeRole(other, { personId, role: "viewer" })).toMatchObject({
      error: { kind: "another_proposal_is_open" },
    });
    expect(await decide(admin, true)).toEqual({ ok: false, error: { kind: "own_proposal" } });
    expect(await decide(other, true)).toMatchObject({ ok: true });
    expect(await personNow(world, personId)).toMatchObject({ role: "ops" });
    expect((await linesAbout(world, personId)).map(({ action, actorName }) => [action, actorName])).toEqual([
      ["user.added", "test"],
      ["session.started", "support"],
      ["user_change.proposed", "admin"],
      ["user.role_changed", "second-admin"],
    ]);
    expect(session).not.toBe("");
    expect(await proposals()).toEqual([]);
  });

  test("a proposal that was dropped changes nothing, and cannot be applied after all", async () => {
    const personId = await idOf("finance");
    await changeRole(admin, { personId, role: "admin" });
    const [{ id: proposalId } = { id: "" }] = await proposals();
    expect(await decide(admin, false)).toEqual({ ok: true, value: { kind: "dropped" } });
    expect(await decideChange(other, { proposalId, apply: true })).toEqual({ ok: false, error: { kind: "not_open" } });
    expect(await personNow(world, personId)).toMatchObject({ role: "finance" });
  });

  test("applied and dropped at once, it is one of the two", async () => {
    const personId = await idOf("viewer");
    await changeRole(admin, { personId, role: "support" });
    const [{ id: proposalId } = { id: "" }] = await proposals();
    const both = await Promise.all([
      decideChange(other, { proposalId, apply: true }),
      decideChange(admin, { proposalId, apply: false }),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await personNow(world, personId)).role).toBe(both[0]?.ok ? "support" : "viewer");
  });

  test("nobody applies what is about themselves, nor what somebody proposed who may not any more", async () => {
    const third = await world.as("approver");
    await changeRole(admin, { personId: third.actor.id, role: "admin" });
    expect(await decide(other, true)).toMatchObject({ ok: true });
    // Another role ended their sessions.
    const session = await openProvenSession(world.db, third.actor.id);
    const anAdmin = { ...third, actor: { ...third.actor, role: "admin" as const, session } } as Ctx;

    await changeRole(anAdmin, { personId: other.actor.id, role: "viewer" });
    expect(await proposals()).toMatchObject([{ isAboutOneself: true }]);
    expect(await decide(other, true)).toEqual({ ok: false, error: { kind: "oneself" } });
    expect(await disablePerson(other, { personId: third.actor.id })).toMatchObject({ ok: true });
    expect(await decide(admin, true)).toEqual({ ok: false, error: { kind: "proposer_not_permitted" } });
    expect(await personNow(world, other.actor.id)).toMatchObject({ role: "admin" });
    expect(await decide(admin, false)).toMatchObject({ ok: true });
  });

  test("a factor is reset, and somebody who moves money is let in again, by two", async () => {
    const personId = await idOf("ops");
    await setUpApp(world, await within(world, await signedIn(world, "ops")));
    expect(await resetFactor(admin, { personId })).toEqual(PROPOSED);
    expect(await decide(other, true)).toMatchObject({ ok: true });
    expect(await disablePerson(admin, { personId })).toMatchObject({ ok: true });
    expect(await enablePerson(admin, { personId })).toEqual(PROPOSED);
    expect((await personNow(world, personId)).disabledAt).not.toBeNull();
    expect(await decide(other, true)).toMatchObject({ ok: true });
    expect((await personNow(world, personId)).disabledAt).toBeNull();
  });

  test.each(ROLES)("an invitation as %s takes two where the role is under dual control", async (role) => {
    const email = `new-${role}@test.example`;
    const made = await invitePerson(admin, { email, role });
    if (!needsDualControl(role)) {
      expect(await follow(world, tokenIn(made.ok ? made.value : { kind: "proposed" }))).toMatchObject({ ok: true });
      return;
    }
    expect(made).toEqual(PROPOSED);
    expect((await getTeam(admin, { show: "invited", q: email })).invitations).toEqual([]);
    expect(await proposals()).toMatchObject([{ change: "invite", about: email, role, personId: null }]);
    const applied = await decide(other, true);
    expect(await follow(world, tokenIn(applied.ok ? applied.value : { kind: "dropped" }))).toMatchObject({ ok: true });
  });

  test("a link to the password of somebody who moves money is shown to nobody alone; one that is mailed needs no second", async () => {
    const personId = (await world.another("ops")).actor.id;
    expect(await makePasswordLink(admin, { personId })).toEqual(PROPOSED);
    expect(await decide(admin, false)).toMatchObject({ ok: true });
    const mail = createMailer({ url: "smtp://127.0.0.1:1", from: "choba@test.example" });
    expect(await makePasswordLink({ ...admin, mail }, { personId })).toEqual({
      ok: true,
      value: { kind: "done", link: null },
    });
    const harmless = await makePasswordLink(admin, { personId: (await world.another("viewer")).actor.id });
    expect(harmless).toMatchObject({
      ok: true,
      value: { kind: "done", link: { email: "second-viewer@test.example" } },
    });
  });
});
