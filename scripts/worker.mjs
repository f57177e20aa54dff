import { runUntilStopped } from "./lib/cli.mjs";
import { startWorkerAlone } from "./lib/start-worker.mjs";

// npm run worker: does the jobs, in a process of its own, beside a console that runs elsewhere with JOBS=off.
await runUntilStopped(startWorkerAlone);
