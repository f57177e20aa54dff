import "server-only";
import { and, eq } from "drizzle-orm";
import { apiRequests } from "@/drizzle/schema/api-keys";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { undoing } from "@/lib/db/undo";
import { err, ok, type Result } from "@/lib/result";
import type { ApiProblem } from "./problem";

type Done = { status: number; answer: Record<string, unknown> };
export type Kept = Done & { isRepeat: boolean };
type Asked = { idempotencyKey: string; digest: string };

/**
 * Does the work of a request once. Its answer is kept in the transaction of the work, refusals included: a repeat that
 * was delayed on the way must not do what its sender has given up. Concurrent repeats wait for the first one. Of fields that
 * are missing or wrong nothing is kept, so that they can be corrected under the same key.
 */
export async function once(
  ctx: Ctx,
  { idempotencyKey, digest }: Asked,
  work: (inside: Ctx) => Promise<Done>,
): Promise<Result<Kept, ApiProblem>> {
  const keyId = ctx.actor.id;
  const mine = isAsked(ctx, idempotencyKey);
  const isError = (result: Result<Kept, ApiProblem>) => !result.ok;
  return undoing(ctx.db, isError, async (tx) => {
    const row = { keyId, idempotencyKey, digest, at: ctx.now() };
    const made = await tx.insert(apiRequests).values(row).onConflictDoNothing().returning({ keyId: apiRequests.keyId });
    if (made.length === 0) {
      const [held] = await tx.select().from(apiRequests).where(mine);
      if (held?.digest !== digest) return err({ code: "idempotency_key_reused" });
      if (held.status === null || held.answer === null) throw new Error("a request without its answer");
      return ok({ status: held.status, answer: held.answer, isRepeat: true });
    }
    // A refusal leaves nothing of what was done before it, such as the draft of a batch that exceeds a limit.
    const isRefusal = ({ status }: Done) => status >= 400;
    const done = await undoing(tx, isRefusal, (savepoint) => work({ ...ctx, db: inside(ctx, savepoint) }));
    if (done.answer.code === "invalid") return err(done.answer as ApiProblem);
    await tx.update(apiRequests).set(done).where(mine);
    return ok({ ...done, isRepeat: false });
  });
}

/** The answer of this very request, where it was kept: what a release refuses, one before it may have done. */
export async function keptAnswer(ctx: Ctx, { idempotencyKey, digest }: Asked): Promise<Kept | null> {
  const [held] = await ctx.db.select().from(apiRequests).where(isAsked(ctx, idempotencyKey));
  if (held?.digest !== digest || held.status === null || held.answer === null) return null;
  return { status: held.status, answer: held.answer, isRepeat: true };
}

const isAsked = ({ actor }: Ctx, idempotencyKey: string) =>
  and(eq(apiRequests.keyId, actor.id), eq(apiRequests.idempotencyKey, idempotencyKey));

/** The transaction as the database of a use case, whose own transaction is a savepoint of it. */
const inside = ({ db }: Ctx, tx: Tx): Ctx["db"] => Object.assign(tx, { $client: db.$client });
