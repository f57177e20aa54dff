import { foreground } from "./lib/foreground.mjs";
import { prepare } from "./lib/prepare.mjs";

// npm test: every suite from a bare clone. `npm test -- --only unit,architecture` runs a part.
await foreground(work, { exitCodeWhenStopped: 130 });

async function work() {
  await prepare();
  const { runTests } = await import("./lib/run-tests.mjs"); // Imports packages, which are there only now.
  await runTests(process.argv.slice(2));
}
