import { runUntilStopped } from "./lib/cli.mjs";
import { prepare } from "./lib/prepare.mjs";

// npm run sandbox: the Payments API alone, with a database and keys of its own.
await runUntilStopped(async () => {
  await prepare();
  const { startSandboxAlone } = await import("./lib/start-sandbox.mjs"); // Imports packages, which are there only now.
  await startSandboxAlone();
});
