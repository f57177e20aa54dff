import { expect, test } from "vitest";
import { countDeciders } from "@/lib/dashboard/proposals";
import { disableUser } from "@/lib/team/commands";
import { getTeam, getUser } from "@/lib/team/queries";
import { admin, context, openTwoAdmins, other } from "../../support/two-admins";

openTwoAdmins();

const deciders = async () => ({
  ofRules: await countDeciders(admin, { kind: "approval_rules" }),
  ofCallbacks: await countDeciders(admin, { kind: "signature_lock" }),
  ofKeys: await countDeciders(admin, { kind: "api_key_limits" }),
  ofTeam: (await getTeam(admin, { show: "all", q: "" })).deciders,
  ofOther: (await getUser(admin, { userId: other.actor.id }))?.deciders,
  ofOps: (await getUser(admin, { userId: (await context.as("ops")).actor.id }))?.deciders,
});

test("of two admins, neither has a second one for a change of the other", async () => {
  expect(await deciders()).toEqual({ ofRules: 1, ofCallbacks: 1, ofKeys: 1, ofTeam: 1, ofOther: 0, ofOps: 1 });
});

test("once one of two is disabled, no change has a second admin", async () => {
  expect(await disableUser(admin, { userId: other.actor.id })).toMatchObject({ ok: true });
  expect(await deciders()).toEqual({ ofRules: 0, ofCallbacks: 0, ofKeys: 0, ofTeam: 0, ofOther: 0, ofOps: 0 });
});
