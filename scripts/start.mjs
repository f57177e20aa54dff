import { foreground } from "./lib/foreground.mjs";
import { prepare } from "./lib/prepare.mjs";

// npm start: everything that a look at the console needs, from nothing. With --dev it reloads on every
// change; with --empty nothing is made up but the people.
await foreground(async () => {
  await prepare();
  const { launch } = await import("./lib/launch.mjs"); // Imports packages, which are there only now.
  await launch({ dev: process.argv.includes("--dev"), empty: process.argv.includes("--empty") });
});
