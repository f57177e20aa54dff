import { eq, sql } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { requestDeposit } from "@/lib/deposits/commands";
import { type DepositForm, depositInput } from "@/lib/deposits/schema";
import { decideWithdrawal } from "@/lib/withdrawals/approvals";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { type WithdrawalForm, withdrawalInput } from "@/lib/withdrawals/schema";
import type { TestContext } from "./context";
import { typedDeposit, typedForm } from "./forms";
import type { Service } from "./service";

/** A withdrawal that ops requested and that has not been sent. */
export async function requested(context: TestContext, more: Partial<WithdrawalForm> = {}, by?: Ctx) {
  const made = await requestWithdrawal(by ?? (await context.as("ops")), withdrawalInput.parse(typedForm(more)));
  if (!made.ok) throw new Error(made.error.kind);
  return orderOf(context, made.value.referenceId);
}

/** A deposit that support requested and that has not been sent. */
export async function requestedDeposit(context: TestContext, more: Partial<DepositForm> = {}) {
  const made = await requestDeposit(await context.as("support"), depositInput.parse(typedDeposit(more)));
  if (!made.ok) throw new Error(made.error.kind);
  return orderOf(context, made.value.referenceId);
}

/** A player who is registered at the service with this result, or still waits for one. */
export async function registerPlayer(
  context: TestContext,
  service: Service,
  playerId = typedDeposit().playerId,
  result: "registered" | "failed" | "expired" | null = "registered",
) {
  const { api } = await context.as("job");
  const registered = await api.sendKycRegister(
    api.prepareKycRegister({ playerId, userName: "ヤマダ　タロウ", currency: "JPY" }),
  );
  if (!registered.result.ok) throw new Error(JSON.stringify(registered.result.error));
  if (result) await service.operate(`/kyc/${encodeURIComponent(playerId)}/${result}`);
}

/** The jobs that wait to do something for an order. */
export async function jobsFor({ db }: TestContext, transactionRow: string) {
  const { rows } = await db.execute<{ task: string }>(sql`
    select tasks.identifier as task
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where jobs.payload ->> 'transactionRow' = ${transactionRow}`);
  return rows.map(({ task }) => task);
}

/** All approvals that a withdrawal needs: first the approver, then the admin. */
export async function approved(context: TestContext, { referenceId, id }: { referenceId: string; id: string }) {
  const [intent] = await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, id));
  if (!intent) throw new Error(`no withdrawal ${referenceId}`);
  for (const role of (["approver", "admin"] as const).slice(0, intent.approversNeeded)) {
    const input = { referenceId, decision: "approved", digest: intent.digest } as const;
    const decided = await decideWithdrawal(await context.as(role), input);
    if (!decided.ok) throw new Error(decided.error.kind);
  }
  return orderOf(context, referenceId);
}

/** What we hold of an order just now. */
export async function orderOf({ db }: TestContext, referenceId: string) {
  const [order] = await db.select().from(transactions).where(eq(transactions.referenceId, referenceId));
  if (!order) throw new Error(`no order ${referenceId}`);
  return order;
}
