import { expect, test } from "vitest";
import { movesMoney, needsDualControl, type Permission, ROLES } from "@/lib/auth/permissions";

test("moving money, attesting, resolving and seeing personal data put a role under dual control", () => {
  expect(ROLES.filter(movesMoney)).toEqual(["admin", "ops", "approver"]);
  expect(ROLES.filter((role) => needsDualControl(role))).toEqual(["admin", "finance", "support", "ops", "approver"]);
});

test("the roles follow from the marked permissions: marking another adds its holders", () => {
  const needing = (...marked: Permission[]) => ROLES.filter((role) => needsDualControl(role, marked));
  expect(needing("withdrawals:create")).toEqual(["admin", "ops"]);
  expect(needing("withdrawals:create", "pii:reveal")).toEqual(["admin", "finance", "support", "ops"]);
  expect(needing("withdrawals:create", "balances:read")).toEqual([...ROLES]);
});
