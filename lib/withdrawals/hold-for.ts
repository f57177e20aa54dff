import "server-only";
import { eq } from "drizzle-orm";
import { approvals } from "@/drizzle/schema/approvals";
import type { transactions } from "@/drizzle/schema/transactions";
import type { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { holdForLimit } from "@/lib/limits/daily-limits";
import { holdForPayee } from "@/lib/payees/hold";
import type { HoldReason } from "@/lib/transactions/submission/hold-reasons";
import { lockUsers, userIn } from "./active-users";
import { countedApprovers, holdForUsers } from "./approval";
import { holdRulesInForce } from "./approval-rule-changes";
import { approvalsNeeded } from "./approvals-needed";

type Order = typeof transactions.$inferSelect;
type Intent = typeof withdrawals.$inferSelect;

/** Why this withdrawal is held instead of sent, judged in the transaction that claims it. Null: it may leave. */
export async function holdFor(tx: Tx, ctx: Ctx, order: Order, intent: Intent): Promise<HoldReason | null> {
  const { requestedBy, digest } = intent;
  const decided = await tx.select().from(approvals).where(eq(approvals.transactionRow, order.id));
  const users = await lockUsers(tx, [requestedBy, ...decided.map(({ by }) => by)]);
  const counted = countedApprovers({ requestedBy, digest, decided, users }).length;
  const needed = approvalsNeeded(await holdRulesInForce(tx, order.environment), order, intent);
  const requester = userIn(users, requestedBy);
  const held = holdForUsers(requester, { counted, needed }) ?? (await holdForPayee(tx, order, intent));
  return held ?? (await holdForLimit(tx, ctx, order));
}
