import "server-only";
import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { accountChecks, payees, payeeVersions } from "@/drizzle/schema/payees";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { err, ok, type Result } from "@/lib/result";
import { inBook } from "../known-by";
import { isSameAccount } from "../rules";
import type { AccountCheckView } from "../schema";
import { payeeTerms } from "../to-view";
import { lastSaid } from "./conditions";
import { matchAnswers } from "./match";
import { type AnswerProblem, readAnswers } from "./read-answers";
import type { AnswersView, UncheckedAsked, UncheckedPayees } from "./schema";

/** One file asks about these; the page after them has the next. */
const SHOWN = 500;

/**
 * Payees whose account, as it is or as it is proposed, no bank has confirmed or denied. They are the first ones again
 * where none is left after the one that is named.
 */
export async function listUnchecked(ctx: Ctx, { after }: UncheckedAsked = {}): Promise<UncheckedPayees> {
  requirePermission(ctx, "payees:edit");
  const { id, environment, currency, version, waiting, blockedAt, createdAt } = payees;
  const asked = sql`coalesce(${waiting}, ${version})`;
  const isAsked = sql`${payeeVersions.version} = ${asked}`;
  // What would correct a blocked payee is asked about before it is approved.
  const isWanted = or(isNull(blockedAt), isNotNull(waiting));
  const mine = and(eq(environment, ctx.environment), eq(currency, "JPY"), isWanted);
  const isAfter =
    after === undefined
      ? undefined
      : sql`(${createdAt}, ${id}) < (select created_at, id from payees where id = ${after})`;
  const rows = await inBook(ctx.db, isAsked, and(mine, isAfter, isNull(lastSaid(ctx.db, asked))))
    .orderBy(desc(createdAt), desc(id))
    .limit(SHOWN + 1);
  if (after !== undefined && rows.length === 0) return listUnchecked(ctx);
  const shown = rows.slice(0, SHOWN);
  return {
    isFirst: after === undefined,
    next: rows.length > SHOWN ? (shown.at(-1)?.says.payeeId ?? null) : null,
    rows: shown.map(({ says }) => ({ payeeId: says.payeeId, ...payeeTerms(ctx, says) })),
  };
}

/** What is in this file, and what would become of it? Nothing is kept. */
export async function readAnswersFile(
  ctx: Ctx,
  { bytes }: { bytes: Uint8Array },
): Promise<Result<AnswersView, AnswerProblem>> {
  requirePermission(ctx, "payees:edit");
  const read = readAnswers(bytes, ctx.accountCheckLayout);
  if (!read.ok) return err(read.error);
  const matched = await matchAnswers(ctx.db, ctx, read.value);
  return ok({
    rows: matched.map(({ answer, says, unmatched }) => ({
      ...{ record: answer.record, code: answer.code, result: answer.result, unmatched },
      account: [answer.bank, answer.branch, answer.account].join("-"),
      holder: answer.holder,
      payeeId: says?.payeeId ?? null,
    })),
  });
}

type Account = { payeeId: string; payeeKey: string; destinationAccountName: string };

/** What banks have said of one account and holder of these payees, the newest first. */
export async function checksOf(
  { db }: Pick<Ctx, "db">,
  payeeIds: string[],
): Promise<(account: Account) => AccountCheckView[]> {
  const rows = await db
    .select({ check: accountChecks, says: payeeVersions, by: users.name })
    .from(accountChecks)
    .innerJoin(
      payeeVersions,
      and(eq(payeeVersions.payeeId, accountChecks.payeeId), eq(payeeVersions.version, accountChecks.version)),
    )
    .innerJoin(users, eq(users.id, accountChecks.importedBy))
    .where(inArray(accountChecks.payeeId, payeeIds))
    .orderBy(desc(accountChecks.importedAt));
  const byPayee = Map.groupBy(rows, ({ says }) => says.payeeId);
  return (account) =>
    (byPayee.get(account.payeeId) ?? [])
      .filter(({ says }) => isSameAccount(says, account))
      .map(({ check: { id, result, bank, checkedOn, importedAt }, by }) => ({
        ...{ id, result, bank, on: checkedOn, by, at: importedAt.toISOString() },
      }));
}
