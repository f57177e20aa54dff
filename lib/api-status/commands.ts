import "server-only";
import { factsOfAnswer } from "@/lib/api-drift/detect";
import { recordApiFacts } from "@/lib/api-drift/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { driftSeconds } from "@/lib/payments-api/clock";
import { pausedUntil, recordHealth } from "@/lib/transactions/polling/admission";
import type { ApiCheck } from "./schema";
import { diagnose } from "./state";

/** Asks the service something harmless, and reads from its answer what is right with the connection and what is not. */
export async function checkApiStatus(ctx: Ctx): Promise<ApiCheck> {
  requirePermission(ctx, "api_status:check");
  const answer = await ctx.api.balance();
  const { exchange, result } = answer;
  await recordHealth(ctx, answer, false);
  await ctx.db.transaction((tx) => recordApiFacts(tx, ctx, factsOfAnswer(exchange)));

  const failure = result.ok ? null : result.error;
  const ourTime = exchange.answeredAt ?? ctx.now();
  const { serviceTime, sentAt } = exchange;
  return {
    at: ourTime.toISOString(),
    verdicts: diagnose({ failure, serviceTime, ourTime }),
    failure,
    driftSeconds: serviceTime && Math.round(driftSeconds(serviceTime, ourTime)),
    // As this answer leaves it.
    pausedUntil: await pausedUntil(ctx),
    tookMs: ourTime.getTime() - sentAt.getTime(),
  };
}
