import "server-only";
import { and, desc, eq, inArray, isNull, lte, ne, or } from "drizzle-orm";
import { callbackDisagreements } from "@/drizzle/schema/disagreements";
import { discrepancies } from "@/drizzle/schema/discrepancies";
import { reports } from "@/drizzle/schema/evidence";
import type { Order } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { DisagreeingField, Disagreement } from "@/lib/disagreements/disagreement";
import { shownTo } from "@/lib/disagreements/disagreements";
import type { Claim } from "@/lib/transactions/schema";
import { isFinal, isPaid, STATUSES } from "@/lib/transactions/status/status";
import { factsNamedIn } from "@/lib/transactions/status/status-report";

const FINAL = STATUSES.filter(isFinal);
const PAID = STATUSES.filter(isPaid);

/**
 * What the reports behind an order's discrepancies say, oldest first, and the callback on the order's line of the
 * dashboard that no user has seen.
 */
export async function claimsAbout(ctx: Ctx, order: Order): Promise<{ claims: Claim[]; callback: string | null }> {
  const { db } = ctx;
  const { source, status, at } = reports;
  const ofOrder = eq(reports.transactionRow, order.id);
  const [recorded, ended, [line]] = await Promise.all([
    // The report that a discrepancy was recorded with: the last one by then that can have been.
    db
      .selectDistinctOn([discrepancies.id], {
        ...{ kind: discrepancies.kind, said: discrepancies.said },
        report: { source, status, at },
      })
      .from(discrepancies)
      .leftJoin(
        reports,
        and(
          ofOrder,
          lte(at, discrepancies.at),
          // Anyone can send one, so that it makes no discrepancy of facts.
          ne(source, "unsigned_callback"),
          or(
            and(eq(discrepancies.kind, "reports"), eq(reports.verdict, "mismatch")),
            and(eq(discrepancies.kind, "amount"), inArray(status, PAID), inArray(reports.verdict, ["moved", "same"])),
          ),
        ),
      )
      .where(eq(discrepancies.transactionRow, order.id))
      .orderBy(discrepancies.id, desc(at)),
    db
      .selectDistinctOn([status, source], { source, status, at })
      .from(reports)
      .where(
        and(ofOrder, or(and(inArray(status, FINAL), ne(reports.verdict, "mismatch")), eq(reports.verdict, "conflict"))),
      )
      .orderBy(status, source, at),
    db
      .select({ line: callbackDisagreements, report: { source, status, at } })
      .from(callbackDisagreements)
      .innerJoin(reports, and(ofOrder, eq(reports.deliveryId, callbackDisagreements.deliveryId)))
      .where(and(eq(callbackDisagreements.subject, order.id), isNull(callbackDisagreements.seenAt)))
      .limit(1),
  ]);
  const claim = (report: { source: Claim["source"]; status: string; at: Date }, fields: Disagreement[]): Claim => ({
    ...report,
    at: report.at.toISOString(),
    fields: shownTo(ctx, order.currency, fields),
  });
  const held = (field: DisagreeingField) =>
    field === "actualAmount" ? order.amount : ((field === "playerId" ? null : order[field]) ?? "");
  const byFacts = recorded.flatMap(({ report, ...discrepancy }) => {
    const facts = factsNamedIn(discrepancy).map(({ field, said }) => ({ field, held: held(field), said }));
    return report && facts.length > 0 ? claim(report, facts) : [];
  });
  const isByStatus = recorded.some((one) => one.kind === "reports" && factsNamedIn(one).length === 0);
  const areSeveral = new Set(ended.map(({ status }) => status)).size > 1;
  const byStatus = isByStatus && areSeveral ? ended.map((report) => claim(report, [])) : [];
  // A signed one is among the discrepancies.
  const unsigned = line && !line.line.isProven ? [claim(line.report, line.line.fields)] : [];
  const claims = [...byFacts, ...byStatus, ...unsigned].toSorted((a, b) => a.at.localeCompare(b.at));
  return { claims, callback: line?.line.deliveryId ?? null };
}
