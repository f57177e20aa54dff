import "server-only";
import { inArray } from "drizzle-orm";
import { deliveries } from "@/drizzle/schema/deliveries";
import { exchanges } from "@/drizzle/schema/evidence";
import type { Order } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { readCallback } from "@/lib/callbacks/body-schemas";
import { shownTo } from "@/lib/disagreements/disagreements";
import { parseExact } from "@/lib/payments-api/json";
import { transaction } from "@/lib/payments-api/shapes";
import type { TimelineEntry, TimelinePage } from "@/lib/transactions/schema";
import { differingFacts } from "@/lib/transactions/status/status-report";

type Facts = Parameters<typeof differingFacts>[1];
type Report = Extract<TimelineEntry, { kind: "asked" | "reported" }>;

/** Of both kinds of answers: a create answer states fewer of them. */
const ANSWERED = transaction
  .pick({ referenceId: true, transactionId: true, type: true, currency: true, amount: true })
  .partial();

const isMismatch = (entry: TimelineEntry): entry is Report => "verdict" in entry && entry.verdict === "mismatch";

/** Adds to reports that do not match the record what they state otherwise, as far as it is still on record. */
export async function withDisagreements(ctx: Ctx, order: Order, page: TimelinePage): Promise<TimelinePage> {
  const reports = page.entries.filter(isMismatch);
  if (reports.length === 0) return page;
  const stated = await statedIn(ctx, reports);
  return {
    ...page,
    entries: page.entries.map((entry) => {
      const facts = isMismatch(entry) && stated.get(entry.id);
      if (!facts) return entry;
      const differing = differingFacts(order, facts);
      const fields = differing.map((field) => ({ field, held: order[field] ?? "", said: facts[field] ?? "" }));
      return { ...entry, fields: shownTo(ctx, order.currency, fields) };
    }),
  };
}

async function statedIn({ db }: Ctx, reports: Report[]): Promise<Map<string, Facts>> {
  const delivered = reports.flatMap((report) => (report.kind === "reported" && report.deliveryId) || []);
  const exchanged = reports.flatMap(({ exchangeId }) => exchangeId ?? []);
  const [callbacks, answers] = await Promise.all([
    db.select().from(deliveries).where(inArray(deliveries.id, delivered)),
    db.select({ id: exchanges.id, body: exchanges.body }).from(exchanges).where(inArray(exchanges.id, exchanged)),
  ]);
  const facts = new Map([
    ...callbacks.map((one) => [one.id, statedByCallback(one)] as const),
    ...answers.map(({ id, body }) => [id, statedByAnswer(body)] as const),
  ]);
  return new Map(
    reports.flatMap((report) => {
      const evidence = (report.kind === "reported" && report.deliveryId) || report.exchangeId;
      const found = evidence ? facts.get(evidence) : null;
      return found ? [[report.id, found] as const] : [];
    }),
  );
}

/** Once the body is removed, its type and amount stay. */
function statedByCallback({ body, said }: Pick<typeof deliveries.$inferSelect, "body" | "said">): Facts | null {
  const read = readCallback(body);
  if (read.ok) return read.value.kind === "transaction" ? read.value : null;
  return said && { type: said.type, ...said.money };
}

function statedByAnswer(body: string | null): Facts | null {
  const json = parseExact(body ?? "");
  const read = json.ok ? ANSWERED.safeParse(json.value) : null;
  return read?.success ? read.data : null;
}
