import type { Order } from "@/drizzle/schema/transactions";
import { afterFound } from "@/lib/transactions/submission/submission";
import { endingOf } from "./service-times";
import { provesAsMuch } from "./status";
import type { Report, Verdict } from "./status-report";

export type Known = Pick<
  Order,
  | ("transactionId" | "playerId" | "method" | "fee" | "netAmount" | "actualAmount" | "submission")
  | ("status" | "statusSource" | "createdAt" | "firstSeenAt" | "endedAt" | "endedAtSource" | "endKnownAt")
>;

/** What a believed report writes of an order. It removes nothing, as answers may omit fields. */
export function learned(known: Known, report: Report, verdict: Verdict, at: Date) {
  const { source, status } = report;
  // The same status from an equal source is fresher evidence.
  const isFresher = known.status === status && provesAsMuch(source, known.statusSource);
  return {
    transactionId: known.transactionId ?? report.transactionId ?? null,
    fee: known.fee ?? report.fee ?? null,
    netAmount: known.netAmount ?? report.netAmount ?? null,
    actualAmount: known.actualAmount ?? report.actualAmount ?? null,
    playerId: known.playerId ?? report.playerId ?? null,
    method: known.method ?? report.method ?? null,
    submission: afterFound(known.submission),
    ...(verdict === "moved" && { status, polls: 0 }),
    ...((verdict === "moved" || isFresher) && { statusSource: source, statusAt: at }),
    ...endingOf(known, report, verdict, at),
  };
}
