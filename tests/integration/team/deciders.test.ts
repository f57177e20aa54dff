import { expect, test } from "vitest";
import { disableUser } from "@/lib/team/commands";
import { getTeam, getUser } from "@/lib/team/queries";
import { countRuleDeciders } from "@/lib/withdrawals/queries";
import { admin, context, openTwoAdmins, other } from "../../support/two-admins";

openTwoAdmins();

const deciders = async () => ({
  ofRules: await countRuleDeciders(admin),
  ofTeam: (await getTeam(admin, { show: "all", q: "" })).deciders,
  ofOther: (await getUser(admin, { userId: other.actor.id }))?.deciders,
  ofOps: (await getUser(admin, { userId: (await context.as("ops")).actor.id }))?.deciders,
});

test("of two admins, neither has a second one for a change of the other", async () => {
  expect(await deciders()).toEqual({ ofRules: 1, ofTeam: 1, ofOther: 0, ofOps: 1 });
});

test("once one of two is disabled, no change has a second admin", async () => {
  expect(await disableUser(admin, { userId: other.actor.id })).toMatchObject({ ok: true });
  expect(await deciders()).toEqual({ ofRules: 0, ofTeam: 0, ofOther: 0, ofOps: 0 });
});
