import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { configurationDocument } from "@/tests/support/configuration";
import { ROOT } from "./lib/root.mjs";

// npm run docs:configuration: every setting, out of the schema itself.
writeFileSync(join(ROOT, "docs/configuration.md"), configurationDocument());
