import { chmod, mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder for a run of tests that PostgreSQL may enter too, when it runs under an account of its own. */
export async function scratchFolder(inside = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(inside, "choba-test-"));
  await chmod(folder, 0o711);
  return folder;
}

/** What processes of one run of tests share: programs and users that are made once. The set-up of the run removes it. */
export function runFolder(): string {
  const folder = process.env.TEST_RUN_FOLDER;
  if (!folder)
    throw new Error("TEST_RUN_FOLDER is not set: run these tests through `npx vitest --project integration`");
  return folder;
}

const MEMORY = "/dev/shm";
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * The same in memory, where there is room, for data that may be lost with the machine. ext4 without a journal
 * reuses no inode for minutes: a database that is created after others were dropped costs half a second of CPU, and 30 ms
 * here.
 */
export async function memoryFolder(): Promise<string> {
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0, // Only Linux has one.
  );
  return scratchFolder(free > ROOM_BYTES ? MEMORY : tmpdir());
}
