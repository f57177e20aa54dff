import { runUntilStopped } from "./lib/cli.mjs";

// npm run sandbox: the Payments API alone, with keys of its own, and a database unless SANDBOX_DATABASE_URL names one.
await runUntilStopped(async () => {
  const { startSandboxAlone } = await import("./lib/start-sandbox.mjs"); // Imports packages, which are there only now.
  await startSandboxAlone();
});
