import { foreground } from "./lib/foreground.mjs";
import { prepare } from "./lib/prepare.mjs";

// npm run worker: does the jobs, in a process of its own, beside a console that runs elsewhere with JOBS=off.
await foreground(async () => {
  await prepare();
  const { launchWorker } = await import("./lib/launch-worker.mjs"); // Imports packages, which are there only now.
  await launchWorker();
});
