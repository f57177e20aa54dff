import "server-only";
import { createHash } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { balanceMovements } from "@/drizzle/schema/movements";
import { bankEntries, bankStatements, statementMatches } from "@/drizzle/schema/statements";
import { users } from "@/drizzle/schema/users";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { readStatement } from "@/lib/imports/bank-statement/read-statement";
import type { BankFile } from "@/lib/imports/bank-statement/statement";
import { err, ok, type Result } from "@/lib/result";
import { tokyoDay } from "@/lib/time";
import { directionOf } from "../movements/rule";
import { countEntries, type IdentifiedEntry, identified } from "./count-entries";
import { lockMatches, matchEntries } from "./match-entries";
import type {
  MatchInput,
  OneStatement,
  StatementAsked,
  StatementProblem,
  UnmatchInput,
  UploadedStatement,
} from "./schema";

const ROWS_AT_ONCE = 1_000;

/**
 * Keeps a statement of a bank with its entries, and matches them to movements that no order explains. Entries that an
 * earlier statement has are kept without counting.
 */
export async function uploadStatement(
  ctx: Ctx,
  { name, account, bytes }: StatementAsked & { bytes: Uint8Array },
): Promise<Result<UploadedStatement, StatementProblem>> {
  requirePermission(ctx, "reconciliation:change");
  const uploadedBy = userIdOf(ctx);
  const { environment } = ctx;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const before = await uploadedBefore(ctx, sha256);
  if (before) return err(before);
  const today = tokyoDay(ctx.now());
  const read = readStatement(bytes, today);
  if (!read.ok) return read;
  const { format, encoding, accounts, entries, leftOut } = read.value;
  const kept = await ctx.db.transaction(async (tx) => {
    // Of two statements that are uploaded at the same time, the second one has to see what the first one counts.
    await lockMatches(tx, ctx);
    const [made] = await tx
      .insert(bankStatements)
      .values({
        ...{ environment, name, format, encoding, sha256, content: Buffer.from(bytes), accounts, leftOut },
        ...{ isOwn: account === "own", uploadedBy, uploadedAt: ctx.now() },
      })
      .onConflictDoNothing()
      .returning({ id: bankStatements.id });
    if (!made) return null;
    const upload = { isOwn: account === "own", today };
    const rows = identified(read.value).map((entry) => rowOf(entry, read.value, upload));
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const some = rows.slice(from, from + ROWS_AT_ONCE);
      await tx.insert(bankEntries).values(some.map((row) => ({ ...row, environment, statementId: made.id })));
    }
    const counted = await countEntries(tx, made.id);
    const broken = counted.filter(({ isBroken }) => isBroken).length;
    const counts = { entries: entries.length, repeated: entries.length - counted.length, broken, leftOut };
    const matched = await matchEntries(tx, ctx);
    const detail = { name, sha256, format, ...counts, matched };
    await record(tx, ctx, { action: "statement.uploaded", subject: made.id, detail });
    return { statementId: made.id, ...counts, matched };
  });
  if (kept) return ok(kept);
  const meanwhile = await uploadedBefore(ctx, sha256);
  if (!meanwhile) throw new Error("a statement that is neither new nor there");
  return err(meanwhile);
}

async function uploadedBefore({ db, environment }: Ctx, sha256: string): Promise<StatementProblem | null> {
  const { id, name, uploadedAt } = bankStatements;
  const [found] = await db
    .select({ statementId: id, name, by: users.name, at: uploadedAt })
    .from(bankStatements)
    .innerJoin(users, eq(users.id, bankStatements.uploadedBy))
    .where(and(isInForce(environment), eq(bankStatements.sha256, sha256)));
  return found ? { kind: "uploaded_already", ...found, at: found.at.toISOString() } : null;
}

const isInForce = (environment: Ctx["environment"]) =>
  and(eq(bankStatements.environment, environment), isNull(bankStatements.withdrawnAt));

type WithdrawProblem =
  | { kind: "no_statement" }
  /** They would go unseen: a person undoes them first, with a reason. */
  | { kind: "has_matches" };

/**
 * Takes a statement back that should not have been uploaded, or not like this. It stays on record and counts nowhere: its
 * entries count in the next statement that has them, and the same file can be uploaded again.
 */
export async function withdrawStatement(
  ctx: Ctx,
  { statementId }: OneStatement,
): Promise<Result<null, WithdrawProblem>> {
  requirePermission(ctx, "reconciliation:change");
  const withdrawnBy = userIdOf(ctx);
  const { environment } = ctx;
  return ctx.db.transaction(async (tx) => {
    await lockMatches(tx, ctx);
    const [found] = await tx
      .select({ name: bankStatements.name, sha256: bankStatements.sha256 })
      .from(bankStatements)
      .where(and(isInForce(environment), eq(bankStatements.id, statementId)));
    if (!found) return err({ kind: "no_statement" });
    const [matched] = await tx
      .select({ id: statementMatches.id })
      .from(statementMatches)
      .innerJoin(bankEntries, eq(bankEntries.id, statementMatches.entryId))
      .where(and(eq(bankEntries.statementId, statementId), isNull(statementMatches.undoneAt)))
      .limit(1);
    if (matched) return err({ kind: "has_matches" });
    await tx
      .update(bankStatements)
      .set({ withdrawnBy, withdrawnAt: ctx.now() })
      .where(eq(bankStatements.id, statementId));
    const its = and(eq(bankEntries.statementId, statementId), bankEntries.isCounted);
    await tx.update(bankEntries).set({ isCounted: false }).where(its);
    await countEntries(tx, statementId);
    await matchEntries(tx, ctx);
    await record(tx, ctx, { action: "statement.withdrawn", subject: statementId, detail: found });
    return ok(null);
  });
}

type Upload = { isOwn: boolean; today: string };

/** What leaves the merchant's own account comes to the balance; on the service's account both have the same sign. */
function rowOf(entry: IdentifiedEntry, { accounts }: BankFile, { isOwn, today }: Upload) {
  const { amount, problems } = entry;
  const bookedOn = entry.bookedOn ?? accounts[entry.account]?.lastDay ?? today;
  return { ...entry, bookedOn, movementAmount: amount === null || problems ? null : isOwn ? negated(amount) : amount };
}

const negated = (amount: string) => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`);

type MatchProblem =
  | { kind: "no_entry" | "no_movement" | "matched_already" }
  /** Other currencies, or one came to the balance and the other left it. */
  | { kind: "not_alike" };

/** Says that an entry is a movement's other end, although its amount or day leaves a doubt. */
export async function matchEntry(ctx: Ctx, input: MatchInput): Promise<Result<null, MatchProblem>> {
  requirePermission(ctx, "reconciliation:change");
  const matchedBy = userIdOf(ctx);
  const { environment } = ctx;
  const { entryId, movementId, reason } = input;
  return ctx.db.transaction(async (tx) => {
    await lockMatches(tx, ctx);
    const entry = await entryOf(tx, ctx, entryId);
    if (!entry?.isCounted || entry.problems !== null || entry.movementAmount === null) return err({ kind: "no_entry" });
    const mine = and(eq(balanceMovements.id, movementId), eq(balanceMovements.environment, environment));
    const [movement] = await tx
      .select()
      .from(balanceMovements)
      .where(and(mine, isNull(balanceMovements.explainedAt)));
    if (!movement) return err({ kind: "no_movement" });
    const isAlike =
      entry.currency === movement.currency && directionOf(entry.movementAmount) === directionOf(movement.amount);
    if (!isAlike) return err({ kind: "not_alike" });
    const [made] = await tx
      .insert(statementMatches)
      .values({ entryId, movementId, matchedBy, matchedAt: ctx.now(), reason })
      .onConflictDoNothing()
      .returning({ id: statementMatches.id });
    if (!made) return err({ kind: "matched_already" });
    const detail = { movement: movementId, reason };
    await record(tx, ctx, { action: "statement.entry_matched_by_hand", subject: entryId, detail });
    return ok(null);
  });
}

/** Takes a match back, also one of the console's. The console does not match the two again. */
export async function unmatchEntry(
  ctx: Ctx,
  { entryId, reason }: UnmatchInput,
): Promise<Result<null, { kind: "not_matched" }>> {
  requirePermission(ctx, "reconciliation:change");
  return ctx.db.transaction(async (tx) => {
    await lockMatches(tx, ctx);
    if (!(await entryOf(tx, ctx, entryId))) return err({ kind: "not_matched" });
    const [undone] = await tx
      .update(statementMatches)
      .set({ undoneAt: ctx.now(), undoneBy: ctx.actor.id, undoReason: reason })
      .where(and(eq(statementMatches.entryId, entryId), isNull(statementMatches.undoneAt)))
      .returning({ movementId: statementMatches.movementId });
    if (!undone) return err({ kind: "not_matched" });
    const detail = { movement: undone.movementId, reason };
    await record(tx, ctx, { action: "statement.entry_unmatched", subject: entryId, detail });
    return ok(null);
  });
}

async function entryOf(tx: Tx, { environment }: Ctx, entryId: string) {
  const mine = and(eq(bankEntries.id, entryId), eq(bankEntries.environment, environment));
  const [entry] = await tx.select().from(bankEntries).where(mine);
  return entry;
}
