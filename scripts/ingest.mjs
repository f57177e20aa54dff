import { runUntilStopped } from "./lib/cli.mjs";
import { prepare } from "./lib/prepare.mjs";

// npm run ingest: takes callbacks, in a process of its own, beside a console that runs elsewhere.
await runUntilStopped(async () => {
  await prepare();
  const { startIngestAlone } = await import("./lib/start-ingest.mjs"); // Imports packages, which are there only now.
  await startIngestAlone();
});
