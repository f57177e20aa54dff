import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { afterAll } from "vitest";
import { bundled } from "./bundle";
import type { SenderTask } from "./sender";

let program: Promise<string> | undefined;
afterAll(async () => {
  if (program) await rm(dirname(await program), { recursive: true });
});

/** Runs an errand in a process of its own, and resolves to the signal that ended it. */
export async function runUntilKilled(errand: SenderTask): Promise<unknown> {
  program ??= bundled("tests/faults/sender.ts");
  const child = spawn(process.execPath, [await program, JSON.stringify(errand)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [, signal] = await once(child, "exit");
  return signal;
}
