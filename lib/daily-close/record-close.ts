import "server-only";
import { dailyCloses } from "@/drizzle/schema/daily-closes";
import { record } from "@/lib/audit/record";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import { hashOf, lastVersion } from "./closes";
import type { Closed, DayDocument, DayFigures } from "./schema";

type Close = { day: string; figures: DayFigures[]; reason?: string; proposedBy?: string };

/** Writes the document of a close and its line of the audit log. Who decides about it has been checked. */
export async function recordClose(
  tx: Tx,
  ctx: Ctx,
  { day, figures, ...explained }: Close,
): Promise<Result<Closed, { kind: "closed_already" }>> {
  const { actor, environment } = ctx;
  const closedAt = ctx.now();
  const version = (await lastVersion(tx, environment, day)) + 1;
  const close: DayDocument = {
    ...{ environment, day, version, closedAt: closedAt.toISOString(), closedBy: actor.name, figures },
    ...explained,
  };
  const document = JSON.stringify(close);
  const row = { environment, day, version, document, hash: hashOf(document), closedBy: actor.id, closedAt };
  const [made] = await tx.insert(dailyCloses).values(row).onConflictDoNothing().returning({ hash: dailyCloses.hash });
  if (!made) return err({ kind: "closed_already" });
  await record(tx, ctx, { action: "day.closed", subject: day, detail: { hash: made.hash, version, ...explained } });
  return ok({ kind: "closed", hash: made.hash });
}
