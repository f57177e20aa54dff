import "server-only";
import { and, eq } from "drizzle-orm";
import { attestations } from "@/drizzle/schema/attestations";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { err, ok, type Result } from "@/lib/result";
import { scheduleNextPoll } from "@/lib/transactions/polling/schedule";
import type { AttestationInput } from "@/lib/transactions/schema";
import { isUnknown } from "@/lib/transactions/submission/submission";
import { requestersOf } from "./requester";
import { awaitsAttestation } from "./rules";
import { nonCreationSoFar, type Proof } from "./verify";

export type CannotAttest =
  /** Found, proven otherwise, or too early. */
  | { kind: "nothing_to_attest" }
  /** The requester cannot confirm non-creation, nor can who was shown the secret of the key that requested it. */
  | { kind: "own_request" }
  | { kind: "said_before" };

/**
 * Records a user's confirmation that a lost order was not created. Needed if the service never states its time, and
 * accepted once everything else is proven. The following status checks decide after enough users have confirmed.
 */
export async function attestNonCreation(
  ctx: Ctx,
  { referenceId, reason }: AttestationInput,
): Promise<Result<{ referenceId: string }, CannotAttest>> {
  requirePermission(ctx, "non_creation:attest");
  const by = userIdOf(ctx);

  return ctx.db.transaction(async (tx) => {
    const mine = and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));
    const [order] = await tx.select().from(transactions).where(mine).for("update");
    const proof = order && isUnknown(order.submission) ? await nonCreationSoFar(tx, order) : null;
    if (!order || !proof) return err({ kind: "nothing_to_attest" });
    const refused = refusalOf({ by, requesters: await requestersOf(tx, order.id), proof });
    if (refused) return err(refused);

    await tx.insert(attestations).values({ transactionRow: order.id, at: ctx.now(), by, reason });
    await record(tx, ctx, { action: "submission.non_creation_confirmed", subject: referenceId, detail: { reason } });
    await scheduleNextPoll(tx, ctx, order.id, "now");
    return ok({ referenceId });
  });
}

/** Whether a confirmation by this user would be accepted now. */
export async function mayAttest({ actor, db }: Ctx, { id }: { id: string }, proof: Proof): Promise<boolean> {
  if (actor.kind !== "user" || !may(actor.role, "non_creation:attest")) return false;
  return refusalOf({ by: actor.id, requesters: await requestersOf(db, id), proof }) === null;
}

type Attesting = { by: string; requesters: string[]; proof: Proof };

function refusalOf({ by, requesters, proof: { nonCreation, words } }: Attesting): CannotAttest | null {
  if (words.some((word) => word.by === by)) return { kind: "said_before" };
  if (!awaitsAttestation(nonCreation)) return { kind: "nothing_to_attest" };
  return requesters.includes(by) ? { kind: "own_request" } : null;
}
