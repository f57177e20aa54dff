import { spawn } from "node:child_process";
import { once } from "node:events";
import { bundled } from "../support/bundle";
import type { SenderTask } from "./sender";

/** Runs an errand in a process of its own, and resolves to the signal that ended it. */
export async function runUntilKilled(errand: SenderTask): Promise<unknown> {
  const program = await bundled("tests/faults/sender.ts");
  const child = spawn(process.execPath, [program, JSON.stringify(errand)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [, signal] = await once(child, "exit");
  return signal;
}
