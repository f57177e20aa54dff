import "server-only";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { exchanges } from "@/drizzle/schema/evidence";
import { factsOfAnswer } from "@/lib/api-drift/detect";
import { recordApiFacts } from "@/lib/api-drift/record";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { insertRow } from "@/lib/db/insert-row";
import type { Answer } from "@/lib/payments-api/client";
import type { Purpose, Reading } from "./non-creation/rules";
import { checksOf } from "./polling/backoff";

type About = { transactionRow: string } | { registrationRow: string };

/** Stores a request and its answer verbatim, with our monotonic time; returns the id. */
export async function keepExchange(
  tx: Tx,
  ctx: Ctx,
  {
    purpose,
    answer,
    reading = null,
    ...about
  }: About & { purpose: Purpose; answer: Answer<unknown>; reading?: Reading | null },
) {
  const { environment } = ctx;
  const { exchange, result } = answer;
  const { path, requestBody, sentAt, answeredAt, status: httpStatus, headers, body, serviceTime } = exchange;
  const wire = { path, requestBody, sentAt, answeredAt, httpStatus, headers, body, serviceTime };
  const clock = { clockProcess: reading?.process ?? null, clockMs: reading?.ms ?? null };
  const failure = result.ok ? null : result.error;
  const id = await insertRow(tx, exchanges, { environment, ...about, purpose, ...wire, failure, ...clock });
  await recordApiFacts(tx, ctx, factsOfAnswer(exchange));
  return id;
}

/** The last answered check of an order, and later ones without an answer. */
export async function lastChecks(db: Db, { id }: { id: string }) {
  const mine = and(eq(exchanges.transactionRow, id), eq(exchanges.purpose, "status_check"));
  const { failure } = exchanges;
  const isAnswered = sql`(${failure} is null or (${failure} ->> 'kind' = 'refused' and ${failure} ->> 'status' = '404'))`;
  const newest = (which?: SQL) =>
    db.select().from(exchanges).where(and(mine, which)).orderBy(desc(exchanges.sentAt)).limit(1);
  const found = await Promise.all([newest(), newest(isAnswered)]);
  return checksOf(found.flat());
}
