import { foreground } from "./lib/foreground.mjs";
import { prepare } from "./lib/prepare.mjs";

// npm run sandbox: the Payments API alone, with a database and keys of its own.
await foreground(async () => {
  await prepare();
  const { launchSandbox } = await import("./lib/launch-sandbox.mjs"); // Imports packages, which are there only now.
  await launchSandbox();
});
