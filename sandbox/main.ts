import { log } from "./log";
import { readSettings } from "./settings";
import { startSandbox } from "./start";

try {
  const { sandbox, operator, stop } = await startSandbox(readSettings(process.env), log);
  console.log(JSON.stringify({ sandbox, operator }));
  const end = () => stop().then(() => process.exit(0));
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
} catch (error) {
  console.error(`The sandbox did not start: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
