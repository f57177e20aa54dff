import "server-only";
import { dailyCloses } from "@/drizzle/schema/closes";
import { record } from "@/lib/audit/record";
import { type Ctx, Forbidden, requirePermission } from "@/lib/auth/context";
import { err, ok, type Result } from "@/lib/result";
import { tokyoDayRange } from "@/lib/time";
import { countDay, isKnownBy } from "./counting";
import { hashOf } from "./queries";
import { addsUp, type CloseProblem, type DayDocument } from "./schema";

/** Freezes the figures of a Tokyo day that is over, with a reason where they do not add up. It is done once; what comes later is shown beside it. */
export async function closeDay(
  ctx: Ctx,
  { day, reason }: { day: string; reason?: string | undefined },
): Promise<Result<{ hash: string }, CloseProblem>> {
  requirePermission(ctx, "closes:close");
  const { actor, environment } = ctx;
  if (actor.kind !== "person") throw new Forbidden("only a person closes a day");
  const range = tokyoDayRange(day);
  const closedAt = ctx.now();
  if (!range || closedAt < range.before) return err({ kind: "not over yet" });
  if (!(await isKnownBy(ctx, range.before))) return err({ kind: "before the records" });

  return ctx.db.transaction(async (tx) => {
    const figures = await countDay({ db: tx, environment }, range);
    const isOpen = !addsUp(figures);
    if (isOpen && reason === undefined) return err({ kind: "reason_needed" });
    const explained = isOpen && reason !== undefined && { reason };
    const close: DayDocument = {
      ...{ environment, day, closedAt: closedAt.toISOString(), closedBy: actor.name, figures },
      ...explained,
    };
    const document = JSON.stringify(close);
    const row = { environment, day, document, hash: hashOf(document), closedBy: actor.id, closedAt };
    const [made] = await tx.insert(dailyCloses).values(row).onConflictDoNothing().returning({ hash: dailyCloses.hash });
    if (!made) return err({ kind: "closed already" });
    await record(tx, ctx, { action: "day.closed", subject: day, detail: { hash: made.hash, ...explained } });
    return ok({ hash: made.hash });
  });
}
