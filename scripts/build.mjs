import { createHash } from "node:crypto";
import { runUntilStopped } from "./lib/cli.mjs";

// npm run build: what an image holds, in .next/standalone. The key that it is built with is public: it makes the IDs of
// actions alone, and each instance brings the key that encrypts.
await runUntilStopped(async () => {
  const { buildId, ensureBuilt } = await import("./lib/build.mjs"); // Imports packages, which are there only now.
  const publicKey = createHash("sha256").update(buildId()).digest("base64");
  await ensureBuilt(publicKey, { checkTypes: true });
});
