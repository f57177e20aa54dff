import { runUntilStopped } from "./lib/cli.mjs";

// npm start: everything that a look at the console needs, from nothing. With --dev it reloads on every
// change; with --empty nothing is made up but the people.
await runUntilStopped(async () => {
  const { start } = await import("./lib/start.mjs"); // Imports packages, which are there only now.
  await start({ dev: process.argv.includes("--dev"), empty: process.argv.includes("--empty") });
});
