import "server-only";
import type { z } from "zod";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { refreshBalances } from "@/lib/balances/commands";
import { getPlayer } from "@/lib/kyc/queries";
import { KYC_CURRENCY } from "@/lib/kyc/schema";
import { isNotFoundAtService, isRegistered } from "@/lib/kyc/state";
import { listPayees } from "@/lib/payees/queries";
import { err, ok, type Result } from "@/lib/result";
import type { ApiProblem } from "./problem";
import type { balancesAnswer, payeesAnswer, payeesQuery, playerAnswer } from "./shapes";

type Answer<S extends z.ZodType> = Promise<Result<z.output<S>, ApiProblem>>;

/** A page of the payee book, the newest first. */
export async function listPayeeBook(
  ctx: Ctx,
  { after, status }: z.output<typeof payeesQuery>,
): Answer<typeof payeesAnswer> {
  requirePermission(ctx, "payees:read");
  const anchor = after === undefined ? undefined : ({ kind: "after", place: after } as const);
  const { rows, below } = await listPayees(ctx, { q: "", status: status && [status], anchor });
  const data = rows.map(({ payeeId, currency, status: now, playerId, recipient, createdAt }) => ({
    ...{ payeeId, currency, status: now, playerId, createdAt },
    ...{ bank: recipient.destinationName, branch: recipient.destinationBranchName },
    ...{ account: recipient.destinationAccount, name: recipient.destinationAccountName },
  }));
  return ok({ data, next: below });
}

/** Balances as the service says them now, or said them last. */
export async function listBalances(ctx: Ctx): Answer<typeof balancesAnswer> {
  requirePermission(ctx, "balances:read");
  const { balances, stale } = await refreshBalances(ctx);
  const data = balances.map(({ currency, available, ledger, asOf }) => ({ currency, available, ledger, asOf }));
  return ok({ data, stale: stale !== null });
}

/** The KYC registration of a player that counts. */
export async function getPlayerKyc(ctx: Ctx, { playerId }: { playerId: string }): Answer<typeof playerAnswer> {
  requirePermission(ctx, "players:read");
  const newest = (await getPlayer(ctx, { playerId }))?.registrations[0];
  if (!newest) return err({ code: "not_found" });
  const { submission, status, evidence, userName: name, since, updatedAt } = newest;
  const registered = isRegistered(status) && !isNotFoundAtService(newest);
  return ok({ playerId, currency: KYC_CURRENCY, submission, status, evidence, registered, name, since, updatedAt });
}
