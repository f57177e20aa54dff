import { runUntilStopped } from "./lib/cli.mjs";

// npm run sandbox: the Payments API alone, with a database and keys of its own.
await runUntilStopped(async () => {
  const { startSandboxAlone } = await import("./lib/start-sandbox.mjs"); // Imports packages, which are there only now.
  await startSandboxAlone();
});
