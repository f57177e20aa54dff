import "server-only";
import { dailyCloses } from "@/drizzle/schema/daily-closes";
import { record } from "@/lib/audit/record";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import type { Environment } from "@/lib/environment";
import { reconciliationOfDay } from "@/lib/reconciliation/day";
import { movementSums } from "@/lib/reconciliation/movements/read-movements";
import type { MovementSum } from "@/lib/reconciliation/movements/schema";
import type { DayReconciliation } from "@/lib/reconciliation/schema";
import { err, ok, type Result } from "@/lib/result";
import { closesOf, hashOf } from "./closes";
import type { Closed, DayDocument, DayFigures } from "./schema";

/** `closedAt`: from before its figures were counted. */
type Close = { day: string; closedAt: Date; figures: DayFigures[]; reason?: string; proposedBy?: string };

type Closing = Close & {
  environment: Environment;
  version: number;
  closedBy: { id: string; name: string };
  reconciliation?: DayReconciliation;
  movements?: MovementSum[];
};

/** The row of a close, with its document to the byte that is hashed. */
export function closeRow({ environment, day, version, closedAt, closedBy, figures, ...explained }: Closing) {
  const close: DayDocument = {
    ...{ environment, day, version, closedAt: closedAt.toISOString(), closedBy: closedBy.name, figures },
    ...explained,
  };
  const document = JSON.stringify(close);
  return { environment, day, version, document, hash: hashOf(document), closedBy: closedBy.id, closedAt };
}

/** Writes the document of a close and its line of the audit log. Who decides about it has been checked. */
export async function recordClose(
  tx: Tx,
  ctx: Ctx,
  { day, closedAt, figures, ...explained }: Close,
): Promise<Result<Closed, { kind: "closed_already" }>> {
  const { actor: closedBy, environment } = ctx;
  const last = (await closesOf({ db: tx, environment }, day)).at(-1);
  const version = (last?.version ?? 0) + 1;
  const reconciliation = await reconciliationOfDay({ db: tx, environment }, day);
  const movements = await movementSums({ db: tx, environment }, { firstDay: day, lastDay: day });
  const about = {
    ...explained,
    ...(reconciliation && { reconciliation }),
    ...(movements.length > 0 && { movements }),
  };
  const row = closeRow({ environment, day, version, closedAt, closedBy, figures, ...about });
  const [made] = await tx.insert(dailyCloses).values(row).onConflictDoNothing().returning({ hash: dailyCloses.hash });
  if (!made) return err({ kind: "closed_already" });
  const compared = reconciliation && { run: reconciliation.runId, openExceptions: reconciliation.openCount };
  const detail = { hash: made.hash, version, ...explained, ...compared };
  await record(tx, ctx, { action: "day.closed", subject: day, detail });
  return ok({ kind: "closed", hash: made.hash });
}
