import { join } from "node:path";
import { ensureBuilt } from "@/scripts/lib/build.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { secretsIn } from "@/scripts/lib/secrets.mjs";

/** Before the files that start the built console: two files that build at the same time break each other's build. */
export default async function setup() {
  await ensureBuilt(secretsIn(join(ROOT, ".data")).NEXT_SERVER_ACTIONS_ENCRYPTION_KEY);
}
