import "server-only";
import { inArray } from "drizzle-orm";
import { proposals } from "@/drizzle/schema/proposals";
import type { Permission } from "@/lib/auth/permissions";
import { PROPOSAL_PERMISSIONS } from "@/lib/auth/proposal";
import type { Db, Tx } from "@/lib/db/connection";
import { readSubject, subjectOf } from "@/lib/events/events";

/** With which permission a proposal is decided, by subject. Other subjects are not in it. */
export async function proposalPermissions(db: Db | Tx, subjects: string[]): Promise<Map<string, Permission>> {
  const { id, kind } = proposals;
  const ids = subjects.map(readSubject).flatMap((one) => (one.kind === "proposal" ? one.id : []));
  const rows = ids.length === 0 ? [] : await db.select({ id, kind }).from(proposals).where(inArray(id, ids));
  return new Map(rows.map((row) => [subjectOf("proposal", row.id), PROPOSAL_PERMISSIONS[row.kind]]));
}
