import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { kanaTable } from "@/tests/support/kana-table";
import { ROOT } from "./lib/root.mjs";

// npm run docs:kana: what becomes of each kind of character, out of the code itself.
writeFileSync(join(ROOT, "docs/kana.md"), kanaTable());
