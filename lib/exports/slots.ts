import "server-only";
import { sql } from "drizzle-orm";
import type { Reading } from "@/lib/db/read-snapshot";

/** So many files are written at a time, in all instances together: each holds a connection for as long as it takes. */
const AT_ONCE = 3;
const SLOT_LOCK = 7_420_031;

/** The slot is free again when the reading ends, however it ends. */
export async function takeExportSlot({ db }: Reading): Promise<boolean> {
  for (let slot = 0; slot < AT_ONCE; slot += 1) {
    const { rows } = await db.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(${SLOT_LOCK}, ${slot}) as taken`,
    );
    if (rows[0]?.taken) return true;
  }
  return false;
}
