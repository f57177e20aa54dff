import { log } from "./log";
import { readSettings } from "./settings";
import { startSandbox } from "./start";

try {
  const { sandbox, operator, stop } = await startSandbox(readSettings(process.env), log);
  const end = () => stop().then(() => process.exit(0));
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
  // Written last: the parent process may stop this one as soon as it has read the addresses.
  console.log(JSON.stringify({ sandbox, operator }));
} catch (error) {
  console.error(`The sandbox did not start: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
