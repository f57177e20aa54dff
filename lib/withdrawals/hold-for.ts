import "server-only";
import { eq } from "drizzle-orm";
import { approvals } from "@/drizzle/schema/approvals";
import type { Order } from "@/drizzle/schema/transactions";
import type { Withdrawal } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { holdersOf } from "@/lib/auth/key-holders";
import type { Tx } from "@/lib/db/connection";
import { holdForLimit } from "@/lib/limits/daily-limits";
import { newPayeeUntil } from "@/lib/payees/cooling-off";
import { holdForPayee } from "@/lib/payees/hold";
import type { HoldReason } from "@/lib/transactions/submission/hold-reasons";
import { lockUsers, userIn } from "./active-users";
import { holdRulesInForce } from "./approval-rule-changes";
import { approvalsNeeded } from "./approvals-needed";
import { countedApprovers, holdForUsers } from "./approvers";

/** Why this withdrawal is held instead of sent, checked in the transaction that claims it; null if it may be sent. */
export async function holdFor(tx: Tx, ctx: Ctx, order: Order, intent: Withdrawal): Promise<HoldReason | null> {
  const { requestedBy, digest } = intent;
  const decided = await tx.select().from(approvals).where(eq(approvals.transactionRow, order.id));
  const users = await lockUsers(tx, [requestedBy, ...decided.map(({ by }) => by)]);
  const holders = await holdersOf(tx, requestedBy);
  const counted = countedApprovers({ requestedBy, holders, digest, decided, users }).length;
  const rules = await holdRulesInForce(tx, order.environment);
  // First, as it locks the payee, whose state must not change before the claim.
  const heldForPayee = await holdForPayee(tx, order, intent);
  const isNew = await newPayeeUntil(tx, ctx, { currency: order.currency, payeeKeys: [intent.payeeKey] });
  const needed = approvalsNeeded(rules, order, intent, isNew);
  const requester = userIn(users, requestedBy);
  const held = holdForUsers(requester, { counted, needed }) ?? heldForPayee;
  return held ?? (await holdForLimit(tx, ctx, order));
}
