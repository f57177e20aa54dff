import type { z } from "zod";
import type { exchanges } from "@/drizzle/schema/evidence";
import { factsOfAnswer } from "@/lib/api-drift/detect";
import { serviceTimeFrom } from "@/lib/payments-api/clock";
import type { Call } from "@/lib/payments-api/failure";
import { type Reply, readReply } from "@/lib/payments-api/reply";
import { canonical, type Fields } from "@/lib/payments-api/sign";
import { ENVIRONMENT, type Recorder, seen } from "./records";

type About = { transactionRow: string } | { registrationRow: string };
type Sent = About & {
  id: string;
  purpose: "create" | "status_check" | "control";
  path: string;
  requestBody: string;
  sentAt: Date;
  answeredAt: Date;
  /** What came back; null where the connection was lost. */
  answer: { status: number; body: string } | null;
  /** Our own clock, where it is to prove that time has passed. */
  clock?: { process: string; ms: number };
};

/** Keeps an exchange as the client would have, and reads its answer. */
export function keepExchange<T>({ records }: Recorder, call: Call, shape: z.ZodType<T, unknown>, sent: Sent) {
  const { answer, clock, answeredAt, sentAt, ...same } = sent;
  const headers = answer ? { "content-type": "application/json", date: answeredAt.toUTCString() } : {};
  const reply: Reply = answer
    ? { kind: "answer", ...answer, headers, broken: null }
    : { kind: "silence", reason: "connection_lost" };
  const result = readReply(call, reply, shape);
  const row: typeof exchanges.$inferInsert = {
    ...same,
    environment: ENVIRONMENT,
    sentAt,
    answeredAt: answer && answeredAt,
    httpStatus: answer?.status ?? null,
    headers,
    body: answer?.body ?? null,
    serviceTime: answer && serviceTimeFrom(answeredAt.toUTCString()),
    clockProcess: clock?.process ?? null,
    clockMs: clock?.ms ?? null,
    failure: result.ok ? null : result.error,
  };
  records.exchanges.push(row);
  const heard = { path: sent.path, status: answer?.status ?? null, body: answer?.body ?? null };
  seen(records, `${heard.path} ${heard.status}`, answeredAt, () => factsOfAnswer(heard));
  return result;
}

/** The body of a question, signed when it was asked. */
export const questionOf = (fields: Fields, at: Date, nonce: string): string =>
  canonical({ ...fields, timestamp: String(Math.floor(at.getTime() / 1000)), nonce });
