import { createInterface } from "node:readline";
import { stopProcess } from "./processes.mjs";

// Outlives the process that started it, which tells it through standard input what is running: "PID SIGNAL" when a
// child has started, "PID gone" when it has ended. The end of the input means that the parent is gone, however that
// came about; what is still running is then stopped, the youngest first.

/** @type {Map<number, NodeJS.Signals>} */
const wards = new Map();
const input = createInterface({ input: process.stdin });

input.on("line", (line) => {
  const [pid, word] = line.split(" ");
  if (word === "gone") wards.delete(Number(pid));
  else wards.set(Number(pid), /** @type {NodeJS.Signals} */ (word));
});

input.on("close", async () => {
  for (const [pid, signal] of [...wards].reverse()) await stopProcess(pid, signal);
});
