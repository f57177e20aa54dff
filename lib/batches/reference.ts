import "server-only";
import { createHash } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { freezes } from "@/drizzle/schema/freezes";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { batchReferenceId } from "@/lib/transactions/submission/reference";
import type { Batch } from "./access";

/**
 * The ID of a row's order: it follows from the environment, the file, the run and the line alone. A repeat finds the
 * first order, also where the database with that order was lost and the file is uploaded again.
 */
export function referenceOf({ environment, fileSha256, run }: Pick<Batch, "environment" | "fileSha256" | "run">) {
  const hex = createHash("sha256").update(`${environment}/${fileSha256}/${run}`).digest("hex").slice(0, 24);
  return (line: number): string => batchReferenceId(hex, line);
}

/**
 * Until when a lost database may have sent rows of a batch that is made now: it may have had the same file. Null where
 * the database was never replaced. Payouts were frozen from the change until they were resumed, so nothing left later.
 */
export async function possiblySentUntil(tx: Tx, { environment, now }: Pick<Ctx, "environment" | "now">) {
  const changed = and(eq(freezes.environment, environment), eq(freezes.cause, "database_changed"));
  const [newest] = await tx
    .select({ resumedAt: freezes.resumedAt })
    .from(freezes)
    .where(changed)
    .orderBy(desc(freezes.frozenAt))
    .limit(1);
  return newest ? (newest.resumedAt ?? now()) : null;
}
