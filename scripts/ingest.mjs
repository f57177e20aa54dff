import { runUntilStopped } from "./lib/cli.mjs";
import { startIngestAlone } from "./lib/start-ingest.mjs";

// npm run ingest: takes callbacks, in a process of its own, beside a console that runs elsewhere.
await runUntilStopped(startIngestAlone);
