import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { configurationDocument } from "@/tests/support/configuration";
import { kanaTable } from "@/tests/support/kana-table";
import { withRolesTable } from "@/tests/support/roles-table";
import { ROOT } from "./lib/root.mjs";

// npm run docs: every setting, what becomes of each kind of character, and who may do what, out of the code itself.
const docs = join(ROOT, "docs");
const permissions = join(docs, "permissions.md");
writeFileSync(join(docs, "configuration.md"), configurationDocument());
writeFileSync(join(docs, "kana.md"), kanaTable());
writeFileSync(permissions, withRolesTable(readFileSync(permissions, "utf8")));
