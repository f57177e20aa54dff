import "server-only";
import { and, desc, eq, isNotNull, ne } from "drizzle-orm";
import { registrationReports } from "@/drizzle/schema/registration-evidence";
import { type Registration, registrations } from "@/drizzle/schema/registrations";
import { record } from "@/lib/audit/record";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { announce } from "@/lib/events/announce";
import { subjectOf } from "@/lib/events/events";
import { provesAsMuch } from "@/lib/transactions/status/status";
import type { Verdict } from "@/lib/transactions/status/status-report";
import { afterFound, isNotCreated, isNotToExist } from "@/lib/transactions/submission/submission";
import { applyKycReport, type Earlier, hasGoneWrong, isDecided, isRegistered, type KycReport } from "./state";

type Evidence = { exchangeId?: string; deliveryId?: string };

/**
 * The one way a registration's status changes. Callbacks, queries and answers to a registration all end here: read
 * under lock, decide purely, write and audit together, so that the same report arriving by two entry points counts once.
 */
export async function applyKycStatusReport(
  tx: Tx,
  ctx: Ctx,
  registrationRow: string,
  report: KycReport,
  evidence: Evidence,
): Promise<Verdict> {
  const mine = eq(registrations.id, registrationRow);
  const [row] = await tx.select().from(registrations).where(mine).for("update");
  if (!row) throw new Error(`no registration ${registrationRow}`);

  const verdict = applyKycReport({ ...row, ...(await earlierOf(tx, row)) }, report);
  const at = ctx.now();
  const { source, status, asOf } = report;
  await tx.insert(registrationReports).values({ registrationRow, at, source, status, verdict, ...evidence });
  if (verdict !== "moved" && verdict !== "same") return verdict;

  // The same status from as good a source is fresher evidence for what we already say.
  const confirmed = row.status === status && asOf >= (row.statusAt ?? asOf) && provesAsMuch(source, row.statusSource);
  await tx
    .update(registrations)
    .set({
      submission: afterFound(row.submission),
      ...(verdict === "moved" && { status, ...(isDecided(status) && { nextPollAt: null }) }),
      ...((verdict === "moved" || confirmed) && { statusSource: source, statusAt: asOf }),
      ...(row.notFoundAt !== null && asOf >= row.notFoundAt && { notFoundAt: null }),
      updatedAt: at,
    })
    .where(mine);
  if (verdict === "moved") {
    // A later registration says what is true of the player.
    const superseded = row.supersededAt !== null;
    // The first that is heard of a registration that others made.
    const adopted = row.submission === null && row.status === null;
    const more = { ...(superseded && { superseded }), ...(adopted && { adopted }) };
    const detail = { held: row.status, reported: status, source, ...more };
    await record(tx, ctx, { action: "registration.status_changed", subject: row.playerId, detail });
    // By any other word it is not known to be registered any more.
    if ((hasGoneWrong(status) || isRegistered(row.status)) && !superseded) {
      const subject = subjectOf("player", row.playerId, at.getTime());
      await announce(tx, ctx, { event: "kyc_failed", subject });
    }
  }
  return verdict;
}

/**
 * The registration before this one that the service may have. One of the same name that no answer is known of is passed
 * over: an answer that is about either is about this name.
 */
export async function earlierOf(tx: Tx, { id, environment, playerId, userName }: Registration): Promise<Earlier> {
  const same = and(eq(registrations.environment, environment), eq(registrations.playerId, playerId));
  const superseded = await tx
    .select({
      submission: registrations.submission,
      status: registrations.status,
      userName: registrations.userName,
    })
    .from(registrations)
    .where(and(same, ne(registrations.id, id), isNotNull(registrations.supersededAt)))
    .orderBy(desc(registrations.supersededAt));
  let mayBeOurs = false;
  let mayHaveArrived = true;
  for (const { submission, status, userName: name } of superseded) {
    // The service was seen to have none: no older one arrived either.
    if (isNotCreated(submission)) mayHaveArrived = false;
    if (isNotToExist(submission)) continue;
    const isSameName = name === userName;
    if (!isSameName || status !== null) return { before: { status, isSameName }, mayBeOurs };
    mayBeOurs ||= mayHaveArrived;
  }
  return { before: null, mayBeOurs };
}
