import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder for a run of tests that PostgreSQL may enter too, when it runs under an account of its own. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "choba-test-"));
  await chmod(folder, 0o711);
  return folder;
}
