import "server-only";
import { and, asc, eq, ne } from "drizzle-orm";
import { approvals } from "@/drizzle/schema/approvals";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import type { Withdrawal } from "@/drizzle/schema/withdrawals";
import { type Attached, attachedTo } from "@/lib/attachments/queries";
import type { Ctx } from "@/lib/auth/context";
import { sameAmount } from "@/lib/money/amount";
import type { CorrectionView, Difference } from "@/lib/transactions/schema";
import type { Found } from "@/lib/transactions/submission/order-type";
import { WITHDRAWAL } from "./integrity";

type Requested = Found<Withdrawal>;
type Compared = Requested & { attached: Attached[] };

/** What a request changes of the one that it replaces, and why that one ended; null if it replaces none. */
export async function correctionOf({ db }: Ctx, now: Requested): Promise<CorrectionView | null> {
  if (now.order.replaces === null) return null;
  const [before] = await WITHDRAWAL.find(db, eq(transactions.id, now.order.replaces));
  if (!before) return null;
  const attached = await attachedTo(db, [before.order.id, now.order.id]);
  const withFiles = (one: Requested): Compared => ({ ...one, attached: attached.get(one.order.id) ?? [] });
  const { by, decision, reason } = approvals;
  const refused = await db
    .select({ by: users.name, decision, reason })
    .from(approvals)
    .innerJoin(users, eq(users.id, by))
    .where(and(eq(approvals.transactionRow, before.order.id), ne(decision, "approved")))
    .orderBy(asc(approvals.at));
  const { referenceId, submission, status } = before.order;
  return { referenceId, submission, status, refused, differences: differencesOf(withFiles(before), withFiles(now)) };
}

/** Both values of each field that differs. */
function differencesOf(before: Compared, now: Compared): Difference[] {
  const differs = (field: Difference["field"], of: (one: Compared) => string | null, isSame = same): Difference[] => {
    const [was, is] = [of(before) ?? "", of(now) ?? ""];
    return isSame(was, is) ? [] : [{ field, before: was, now: is }];
  };
  return [
    ...differs("currency", ({ order }) => order.currency),
    ...differs("amount", ({ order }) => order.amount, sameAmount),
    ...differs("bank", ({ intent }) => `${intent.destination} ${intent.destinationName}`),
    ...differs(
      "branch",
      ({ intent }) =>
        intent.destinationBranchCode && `${intent.destinationBranchCode} ${intent.destinationBranchName ?? ""}`,
    ),
    ...differs("accountType", ({ intent }) => intent.destinationAccountType),
    ...differs("account", ({ intent }) => intent.destinationAccount),
    ...differs("holder", ({ intent }) => intent.destinationAccountName),
    ...differs("player", ({ order }) => order.playerId),
    ...differs("purpose", ({ intent }) => intent.purpose),
    ...differs("attachments", ({ attached }) => attached.map(({ name }) => name).join(", ")),
  ];
}

const same = (a: string, b: string) => a === b;
