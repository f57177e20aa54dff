import type { z } from "zod";
import { err, ok, type Result } from "@/lib/result";
import { type Call, type Failure, failureFrom } from "./failure";
import { parseExact } from "./json";
import { errorBody } from "./shapes";

/** Why a reply is not whole. */
export type Broken = "no_answer" | "connection_lost" | "unreadable_answer";

/** A raw response. `broken` is null if the body is complete. */
export type Reply =
  | { kind: "not_sent"; reason: "name_not_found" | "connection_refused" }
  | { kind: "silence"; reason: Broken }
  | { kind: "answer"; status: number; headers: Record<string, string>; body: string; broken: Broken | null };

/** Reads a reply as what was asked for, or as the failure that it is. Only a whole, readable 200 is a success. */
export function readReply<T>(call: Call, reply: Reply, shape: z.ZodType<T, unknown>): Result<T, Failure> {
  switch (reply.kind) {
    case "not_sent":
      return err({ kind: "not_sent", reason: reply.reason });
    case "silence":
      return err({ kind: "unknown", reason: reply.reason });
    case "answer": {
      const { status, broken } = reply;
      if (broken !== null && status < 500) return err({ kind: "unknown", reason: broken, status });

      const body = parseExact(reply.body);
      if (status !== 200)
        return err(failureFrom(call, status, body.ok ? (errorBody.safeParse(body.value).data ?? null) : null));

      const parsed = body.ok ? shape.safeParse(body.value) : null;
      return parsed?.success ? ok(parsed.data) : err({ kind: "unknown", reason: "unreadable_answer", status });
    }
  }
}
