import { foreground } from "./lib/foreground.mjs";
import { prepare } from "./lib/prepare.mjs";

// npm run ingest: takes callbacks, in a process of its own, beside a console that runs elsewhere.
await foreground(async () => {
  await prepare();
  const { launchIngest } = await import("./lib/launch-ingest.mjs"); // Imports packages, which are there only now.
  await launchIngest();
});
