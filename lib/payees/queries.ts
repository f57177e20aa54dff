import "server-only";
import { and, count, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { accountChecks, payees, payeeVersions } from "@/drizzle/schema/payees";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { readPage } from "@/lib/db/keyset";
import { seesPii } from "@/lib/pii/access";
import { without } from "@/lib/pii/mask";
import { checksOf } from "./account-check/queries";
import { payeeList } from "./conditions";
import { payeesWith } from "./known-by";
import { paidTo } from "./paid";
import { payoutsTo } from "./payouts";
import { changedParts, newUntil, payeeStatus } from "./rules";
import type { PayeeRow, PayeesAsked, PayeesView, PayeeVersionView, PayeeView } from "./schema";
import { payeeTerms } from "./to-view";

/** A page of the payee book, each payee as its version in force says, or as it was proposed. */
export async function listPayees(ctx: Ctx, { anchor, ...filter }: PayeesAsked): Promise<PayeesView> {
  requirePermission(ctx, "payees:read");
  const [{ ids, ...page }, counts] = await Promise.all([
    readPage(ctx.db, await payeeList(ctx, filter), anchor),
    countPayees(ctx),
  ]);
  const read = await ctx.db
    .selectDistinctOn([payees.id], { payee: payees, version: payeeVersions })
    .from(payees)
    .innerJoin(payeeVersions, eq(payeeVersions.payeeId, payees.id))
    .where(inArray(payees.id, ids))
    .orderBy(
      payees.id,
      sql`(${payeeVersions.version} = ${payees.version}) desc nulls last`,
      desc(payeeVersions.version),
    );
  const paid = await paidTo(
    ctx,
    read.map(({ version }) => version.payeeKey),
  );
  const byId = new Map(
    read.map(({ payee, version }): [string, PayeeRow] => [
      payee.id,
      {
        payeeId: payee.id,
        currency: payee.currency,
        status: payeeStatus(payee),
        createdAt: payee.createdAt.toISOString(),
        ...payeeTerms(ctx, version),
        paid: paid.get(`${payee.currency} ${version.payeeKey}`)?.count ?? 0,
      },
    ]),
  );
  return { ...page, counts, rows: ids.flatMap((id) => byId.get(id) ?? []) };
}

async function countPayees({ db, environment }: Ctx): Promise<PayeesView["counts"]> {
  const { waiting, blockedAt } = payees;
  const [found] = await db
    .select({
      all: count(),
      waiting: sql<number>`${count()} filter (where ${isNotNull(waiting)})`.mapWith(Number),
      blocked: sql<number>`${count()} filter (where ${isNotNull(blockedAt)})`.mapWith(Number),
    })
    .from(payees)
    .where(eq(payees.environment, environment));
  return found ?? { all: 0, waiting: 0, blocked: 0 };
}

const proposer = alias(users, "proposer");
const decider = alias(users, "decider");

/** One payee with every version that was ever proposed; null where there is none. */
export async function getPayee(ctx: Ctx, { payeeId }: { payeeId: string }): Promise<PayeeView | null> {
  requirePermission(ctx, "payees:read");
  const mine = and(eq(payees.id, payeeId), eq(payees.environment, ctx.environment));
  const [found] = await ctx.db
    .select({ payee: payees, blockedBy: users.name, check: accountChecks })
    .from(payees)
    .leftJoin(users, eq(users.id, payees.blockedBy))
    .leftJoin(accountChecks, eq(accountChecks.id, payees.blockCheck))
    .where(mine);
  if (!found) return null;
  const { payee, blockedBy, check } = found;
  const rows = await ctx.db
    .select({ version: payeeVersions, by: proposer.name, decidedBy: decider.name })
    .from(payeeVersions)
    .innerJoin(proposer, eq(proposer.id, payeeVersions.proposedBy))
    .leftJoin(decider, eq(decider.id, payeeVersions.decidedBy))
    .where(eq(payeeVersions.payeeId, payeeId))
    .orderBy(desc(payeeVersions.version));
  const versions = rows.map(({ version }) => version);
  const hidden = seesPii(ctx) ? [] : versions.flatMap((one) => [one.destinationAccount, one.destinationAccountName]);
  const shown = versions.find(({ version }) => version === payee.version) ?? versions[0];
  const waiting = versions.find(({ version }) => version === payee.waiting);
  const [sharing, totals, payouts, checked] = await Promise.all([
    shown ? payeesWith(ctx.db, ctx, { currency: payee.currency, payeeKeys: [shown.payeeKey] }) : [],
    paidTo(ctx, shown ? [shown.payeeKey] : []),
    shown ? payoutsTo(ctx, payee.currency, shown.payeeKey) : [],
    checksOf(ctx, [payeeId]),
  ]);
  const paid = shown && totals.get(`${payee.currency} ${shown.payeeKey}`);
  const until = shown?.accountSince ? newUntil(shown.accountSince, ctx.payeeCoolingHours, ctx.now()) : null;
  const { blockedAt, blockReason } = payee;
  return {
    payeeId,
    readerId: ctx.actor.id,
    currency: payee.currency,
    status: payeeStatus(payee),
    createdAt: payee.createdAt.toISOString(),
    ...{ version: payee.version, waiting: payee.waiting },
    blocked:
      blockedAt === null
        ? null
        : {
            ...{ by: blockedBy ?? "", at: blockedAt.toISOString(), reason: without(blockReason ?? "", hidden) },
            check: check && { bank: check.bank, result: check.result, version: check.version },
          },
    heldBy: sharing.find((other) => other.payee.id !== payeeId && other.payee.blockedAt !== null)?.payee.id ?? null,
    ...{ newUntil: until?.toISOString() ?? null, payouts },
    checks: shown ? checked(shown) : [],
    waitingChecks: waiting ? checked(waiting) : [],
    versions: rows.map(({ version, by, decidedBy }): PayeeVersionView => {
      const { decision, decidedAt, reason } = version;
      const before = versions.find((one) => one.version < version.version && one.decision === "approved");
      return {
        ...payeeTerms(ctx, version),
        version: version.version,
        ...{ by, at: version.proposedAt.toISOString(), isOwn: version.proposedBy === ctx.actor.id },
        decision:
          decision === null || decidedAt === null
            ? null
            : {
                ...{ kind: decision, by: decidedBy ?? "", at: decidedAt.toISOString() },
                reason: reason === null ? null : without(reason, hidden),
              },
        changed: before ? changedParts(before, version) : null,
      };
    }),
    paid: { count: paid?.count ?? 0, total: paid?.total ?? "0", lastAt: paid?.lastAt?.toISOString() ?? null },
  };
}
