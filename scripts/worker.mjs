import { runUntilStopped } from "./lib/cli.mjs";
import { prepare } from "./lib/prepare.mjs";

// npm run worker: does the jobs, in a process of its own, beside a console that runs elsewhere with JOBS=off.
await runUntilStopped(async () => {
  await prepare();
  const { startWorkerAlone } = await import("./lib/start-worker.mjs"); // Imports packages, which are there only now.
  await startWorkerAlone();
});
