import "server-only";
import { and, desc, eq } from "drizzle-orm";
import { type PayeeVersion, payees, payeeVersions } from "@/drizzle/schema/payees";
import { record } from "@/lib/audit/record";
import { type Ctx, Forbidden, requirePermission, userIdOf } from "@/lib/auth/context";
import { lockActiveHolders } from "@/lib/auth/dual-control";
import { missingProof } from "@/lib/auth/factors";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Tx } from "@/lib/db/connection";
import { insertRow } from "@/lib/db/insert-row";
import { lockNamed } from "@/lib/db/locks";
import { announce } from "@/lib/events/announce";
import { subjectOf } from "@/lib/events/events";
import { payeeKey } from "@/lib/limits/payee";
import { err, ok, type Result } from "@/lib/result";
import { directoryWarnings } from "./directory-warnings";
import { isCurrent, payeesWith } from "./known-by";
import { kycNamesOfPlayer } from "./kyc-names";
import { unconfirmedNames } from "./recipient-warnings";
import { changedParts, isSameAccount, type PayeeDecision, type PayeePart } from "./rules";
import { type PayeeDecisionInput, type PayeeInput, saidBy } from "./schema";

type Proposed = { payeeId: string; version: number };

/** A bank or branch name differs from its code's and was not confirmed. Field name to problem code. */
type Unconfirmed = { kind: "invalid"; fields: Record<string, string> };
/** Another payee has this account: one account stands in the book once. */
type InBook = { kind: "in_book"; payeeId: string };
type NoSuchPayee = { kind: "no_such_payee" };

/** Proposes a new payee. It is not paid before a second person has approved it. */
export async function proposePayee(ctx: Ctx, input: PayeeInput): Promise<Result<Proposed, Unconfirmed | InBook>> {
  requirePermission(ctx, "payees:edit");
  return ctx.db.transaction((tx) => proposeIn(tx, ctx, input));
}

/**
 * The same in the caller's transaction. `importId`: the file that it came with.
 *
 * @unguarded its callers ask for payees:edit
 */
export async function proposeIn(
  tx: Tx,
  ctx: Ctx,
  input: PayeeInput,
  importId: string | null = null,
): Promise<Result<Proposed, Unconfirmed | InBook>> {
  const read = await versionOf(input);
  if (!read.ok) return read;
  await lockBook(tx, ctx);
  const [other] = await payeesWith(tx, ctx, { currency: input.currency, payeeKeys: [read.value.payeeKey] });
  if (other) return err({ kind: "in_book", payeeId: other.payee.id });
  const made = { environment: ctx.environment, currency: input.currency, waiting: 1, createdAt: ctx.now() };
  const payeeId = await insertRow(tx, payees, made);
  return ok(await insertVersion(tx, ctx, { payeeId, version: 1, terms: read.value, changed: null, importId }));
}

type CannotChange =
  | NoSuchPayee
  /** Another change waits for its decision. */
  | { kind: "change_waits" }
  /** Another user changed it since the form was opened. */
  | { kind: "changed_since" }
  | { kind: "nothing_changed" };

type Change = { payeeId: string; seen: number; payee: PayeeInput };

/** Proposes another version of a payee. The version in force stays until a second person has approved this one. */
export async function proposePayeeChange(
  ctx: Ctx,
  change: Change,
): Promise<Result<Proposed, Unconfirmed | InBook | CannotChange>> {
  requirePermission(ctx, "payees:edit");
  return ctx.db.transaction((tx) => proposeChangeIn(tx, ctx, change));
}

/** @unguarded its callers ask for payees:edit */
export async function proposeChangeIn(
  tx: Tx,
  ctx: Ctx,
  { payeeId, seen, payee: input }: Change,
  importId: string | null = null,
): Promise<Result<Proposed, Unconfirmed | InBook | CannotChange>> {
  const read = await versionOf(input);
  if (!read.ok) return read;
  const terms = read.value;
  await lockBook(tx, ctx);
  const payee = await lockPayee(tx, ctx, payeeId);
  if (!payee || payee.currency !== input.currency) return err({ kind: "no_such_payee" });
  if (payee.waiting !== null) return err({ kind: "change_waits" });
  const [last] = await tx
    .select()
    .from(payeeVersions)
    .where(eq(payeeVersions.payeeId, payeeId))
    .orderBy(desc(payeeVersions.version))
    .limit(1);
  if (!last) throw new Error(`payee ${payeeId} has no version`);
  if ((payee.version ?? last.version) !== seen) return err({ kind: "changed_since" });
  const before = payee.version === null ? null : await versionIn(tx, payeeId, payee.version);
  const changed = before && changedParts(before, terms);
  if (changed?.length === 0) return err({ kind: "nothing_changed" });
  const others = await payeesWith(tx, ctx, { currency: payee.currency, payeeKeys: [terms.payeeKey] });
  // One that keeps its account takes none from a blocked payee that was never approved.
  const keepsAccount = before?.payeeKey === terms.payeeKey;
  const other = others.find((one) => one.payee.id !== payeeId && (isCurrent(one) || !keepsAccount));
  if (other) return err({ kind: "in_book", payeeId: other.payee.id });
  const version = last.version + 1;
  await tx.update(payees).set({ waiting: version }).where(eq(payees.id, payeeId));
  return ok(await insertVersion(tx, ctx, { payeeId, version, terms, changed, importId }));
}

export type CannotDecide =
  | NoSuchPayee
  /** It was decided meanwhile. */
  | { kind: "not_open" }
  | { kind: "own_proposal" }
  /** The proposer was disabled, or has another role now. */
  | { kind: "proposer_not_permitted" };

type Decision = Proposed & { decision: PayeeDecision; reason?: string | undefined };

/** Approves or rejects what was proposed. Approving takes another person than the proposer. */
export async function decidePayee(
  ctx: Ctx,
  input: PayeeDecisionInput,
): Promise<Result<{ decision: PayeeDecision }, CannotDecide | ProofNeeded>> {
  requirePermission(ctx, "payees:approve");
  return ctx.db.transaction((tx) => decideIn(tx, ctx, input));
}

/** @unguarded its callers ask for payees:approve */
export async function decideIn(
  tx: Tx,
  ctx: Ctx,
  { payeeId, version, decision, reason }: Decision,
): Promise<Result<{ decision: PayeeDecision }, CannotDecide | ProofNeeded>> {
  const by = userIdOf(ctx);
  const payee = await lockPayee(tx, ctx, payeeId);
  if (!payee) return err({ kind: "no_such_payee" });
  if (payee.waiting !== version) return err({ kind: "not_open" });
  const proposed = await versionIn(tx, payeeId, version);
  const before = payee.version === null ? null : await versionIn(tx, payeeId, payee.version);
  const approves = decision === "approved";
  if (approves) {
    if (proposed.proposedBy === by) return err({ kind: "own_proposal" });
    const active = await lockActiveHolders(tx, [by], "payees:approve");
    if (!active.has(by)) throw new Forbidden(`${by} no longer holds payees:approve`);
    const still = await lockActiveHolders(tx, [proposed.proposedBy], "payees:edit");
    if (!still.has(proposed.proposedBy)) return err({ kind: "proposer_not_permitted" });
    const unproven = await missingProof(tx, ctx);
    if (unproven) return err(unproven);
  }
  const since = before && isSameAccount(before, proposed) ? before.accountSince : ctx.now();
  await writeDecision(tx, ctx, { payeeId, version, decision, reason, accountSince: approves ? since : null });
  const detail = { version, proposedBy: proposed.proposedBy, ...(reason !== undefined && { reason }) };
  await record(tx, ctx, { action: `payee.${decision}`, subject: payeeId, detail });
  return ok({ decision });
}

export type CannotTakeBack = NoSuchPayee | { kind: "not_open" } | { kind: "not_your_proposal" };

/** Takes back one's own proposal while it still waits. */
export async function takeBackPayee(
  ctx: Ctx,
  proposed: Proposed,
): Promise<Result<{ decision: PayeeDecision }, CannotTakeBack>> {
  requirePermission(ctx, "payees:edit");
  return ctx.db.transaction((tx) => takeBackIn(tx, ctx, proposed));
}

/** @unguarded its callers ask for payees:edit */
export async function takeBackIn(
  tx: Tx,
  ctx: Ctx,
  { payeeId, version }: Proposed,
): Promise<Result<{ decision: PayeeDecision }, CannotTakeBack>> {
  const payee = await lockPayee(tx, ctx, payeeId);
  if (!payee) return err({ kind: "no_such_payee" });
  if (payee.waiting !== version) return err({ kind: "not_open" });
  const proposed = await versionIn(tx, payeeId, version);
  if (proposed.proposedBy !== ctx.actor.id) return err({ kind: "not_your_proposal" });
  await writeDecision(tx, ctx, { payeeId, version, decision: "withdrawn" });
  await record(tx, ctx, { action: "payee.withdrawn", subject: payeeId, detail: { version } });
  return ok({ decision: "withdrawn" });
}

type Written = Decision & { accountSince?: Date | null };

async function writeDecision(tx: Tx, ctx: Ctx, { payeeId, version, decision, reason, accountSince }: Written) {
  const decided = { decision, decidedBy: ctx.actor.id, decidedAt: ctx.now(), reason: reason ?? null };
  await tx
    .update(payeeVersions)
    .set({ ...decided, accountSince: accountSince ?? null })
    .where(and(eq(payeeVersions.payeeId, payeeId), eq(payeeVersions.version, version)));
  await tx
    .update(payees)
    .set({ waiting: null, ...(decision === "approved" && { version }) })
    .where(eq(payees.id, payeeId));
}

type Block = { payeeId: string; reason: string };

/** Blocks a payee: nothing is paid to it until an approver unblocks it. Takes one person. */
export async function blockPayee(
  ctx: Ctx,
  { payeeId, reason }: Block,
): Promise<Result<{ kind: "blocked" }, NoSuchPayee | { kind: "blocked_already" }>> {
  requirePermission(ctx, "payees:block");
  const blockedBy = userIdOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const payee = await lockPayee(tx, ctx, payeeId);
    if (!payee) return err({ kind: "no_such_payee" });
    if (payee.blockedAt !== null) return err({ kind: "blocked_already" });
    const blocked = { blockedAt: ctx.now(), blockedBy, blockReason: reason };
    await tx.update(payees).set(blocked).where(eq(payees.id, payeeId));
    await record(tx, ctx, { action: "payee.blocked", subject: payeeId, detail: { reason } });
    return ok({ kind: "blocked" });
  });
}

/** Lets a blocked payee be paid again, with a reason that stays in the audit log. */
export async function unblockPayee(
  ctx: Ctx,
  { payeeId, reason }: Block,
): Promise<Result<{ kind: "unblocked" }, NoSuchPayee | { kind: "not_blocked" } | ProofNeeded>> {
  requirePermission(ctx, "payees:approve");
  return ctx.db.transaction(async (tx) => {
    const payee = await lockPayee(tx, ctx, payeeId);
    if (!payee) return err({ kind: "no_such_payee" });
    if (payee.blockedAt === null) return err({ kind: "not_blocked" });
    const unproven = await missingProof(tx, ctx);
    if (unproven) return err(unproven);
    const free = { blockedAt: null, blockedBy: null, blockReason: null, blockCheck: null };
    await tx.update(payees).set(free).where(eq(payees.id, payeeId));
    await record(tx, ctx, { action: "payee.unblocked", subject: payeeId, detail: { reason } });
    return ok({ kind: "unblocked" });
  });
}

/** One account stands in the book once: proposals of an environment take turns. */
/** @unguarded a lock alone */
export const lockBook = (tx: Tx, { environment }: Ctx) => lockNamed(tx, `payees of ${environment}`);

async function lockPayee(tx: Tx, { environment }: Ctx, payeeId: string) {
  const mine = and(eq(payees.id, payeeId), eq(payees.environment, environment));
  const [payee] = await tx.select().from(payees).where(mine).for("update");
  return payee;
}

async function versionIn(tx: Tx, payeeId: string, version: number) {
  const its = and(eq(payeeVersions.payeeId, payeeId), eq(payeeVersions.version, version));
  const [found] = await tx.select().from(payeeVersions).where(its);
  if (!found) throw new Error(`payee ${payeeId} has no version ${version}`);
  return found;
}

type Terms = Pick<PayeeVersion, PayeePart | "yuchoSymbol" | "yuchoNumber" | "warnings" | "payeeKey">;

/** What is written of an input; refused where a name is not the directory's and was not confirmed. */
async function versionOf(input: PayeeInput): Promise<Result<Terms, Unconfirmed>> {
  const says = saidBy(input);
  const version = { ...says, payeeKey: payeeKey(says) };
  if (input.currency !== "JPY") return ok({ ...version, warnings: [] });
  const warnings = await directoryWarnings(input);
  const unconfirmed = unconfirmedNames(warnings, input);
  if (Object.keys(unconfirmed).length > 0) return err({ kind: "invalid", fields: unconfirmed });
  return ok({ ...version, warnings });
}

type NewVersion = Proposed & { terms: Terms; changed: string[] | null; importId: string | null };

async function insertVersion(
  tx: Tx,
  ctx: Ctx,
  { payeeId, version, terms, changed, importId }: NewVersion,
): Promise<Proposed> {
  const proposedBy = userIdOf(ctx);
  // It is kept as it is: not one that may still be refused.
  const { registered: kycName } = await kycNamesOfPlayer(tx, ctx, terms.playerId);
  const proposed = { proposedBy, proposedAt: ctx.now(), kycName };
  await tx.insert(payeeVersions).values({ payeeId, version, ...terms, ...proposed, importId });
  const { warnings } = terms;
  const detail = { version, ...(changed && { changed }), ...(warnings.length > 0 && { warnings }) };
  await record(tx, ctx, { action: "payee.proposed", subject: payeeId, detail });
  // A file of payees is one thing to decide, announced by its own line.
  if (importId === null) await announce(tx, ctx, { event: "approval_waiting", subject: subjectOf("payee", payeeId) });
  return { payeeId, version };
}
