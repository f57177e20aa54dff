import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { may, PERMISSIONS } from "@/lib/auth/permissions";
import { withRolesTable } from "../../support/roles-table";

test("docs/permissions.md says who may do what; npm run docs updates it", () => {
  const document = readFileSync("docs/permissions.md", "utf8");
  expect(document).toBe(withRolesTable(document));
});

test("a viewer changes nothing, queries nothing at the service, and sees no player's account", () => {
  const granted = PERMISSIONS.filter((permission) => may("viewer", permission));
  const reads = /:(read|own|check)$/;
  expect(granted.filter((permission) => !reads.test(permission))).toEqual([]);
  expect(granted).not.toContain("callbacks:read");
});
