import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** As the ingest process writes at its busiest: the log of a batch of fifty deliveries, and the wait until it is on the disk. */
const BATCH_BYTES = 160 * 1024;
const PAUSE_MS = 12;
/** As large as a file of PostgreSQL's log, which is written over and over. */
const FILE_BYTES = 16 * 1024 * 1024;

/** Milliseconds of each flush, of a disk with nothing else to do. */
export async function flushesOf(path: string, seconds: number): Promise<number[]> {
  const file = openSync(path, "w");
  writeSync(file, Buffer.alloc(FILE_BYTES, 1), 0, FILE_BYTES, 0);
  fdatasyncSync(file);
  const [batch, tookMs] = [Buffer.alloc(BATCH_BYTES, 2), [] as number[]];
  const end = performance.now() + seconds * 1000;
  for (let at = 0; performance.now() < end; at = (at + BATCH_BYTES) % (FILE_BYTES - BATCH_BYTES)) {
    const began = performance.now();
    writeSync(file, batch, 0, BATCH_BYTES, at);
    fdatasyncSync(file);
    tookMs.push(performance.now() - began);
    await pause(PAUSE_MS);
  }
  closeSync(file);
  rmSync(path);
  return tookMs;
}
