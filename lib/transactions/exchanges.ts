import "server-only";
import { exchanges } from "@/drizzle/schema/evidence";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import type { Answer } from "@/lib/payments-api/client";
import { factsOfAnswer } from "@/lib/wire/facts";
import { noteWire } from "@/lib/wire/noting";
import type { Purpose, Reading } from "./absence";

type About = { transactionRow: string } | { registrationRow: string };

/** Keeps what went over the wire, word for word, with the time of our monotonic clock, and returns its id. */
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
  const [kept] = await tx
    .insert(exchanges)
    .values({ environment, ...about, purpose, ...wire, failure, ...clock })
    .returning({ id: exchanges.id });
  await noteWire(tx, ctx, factsOfAnswer(exchange));
  if (!kept) throw new Error("insert returned no row");
  return kept.id;
}
