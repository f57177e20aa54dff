import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Errand } from "./sender";

/** Runs an errand in a process of its own, and resolves to the signal that ended it. */
export async function runAndDie(errand: Errand): Promise<unknown> {
  const node = [
    "--conditions=react-server",
    "--import",
    "./tests/faults/plain-types.mjs",
    "tests/faults/sender.ts",
    JSON.stringify(errand),
  ];
  const child = spawn(process.execPath, node, { stdio: ["ignore", "ignore", "inherit"] });
  const [, signal] = await once(child, "exit");
  return signal;
}
