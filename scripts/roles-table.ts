import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withRolesTable } from "@/tests/support/roles-table";
import { ROOT } from "./lib/root.mjs";

// npm run docs:roles: who may do what, out of the code itself.
const file = join(ROOT, "docs/permissions.md");
writeFileSync(file, withRolesTable(readFileSync(file, "utf8")));
