import "server-only";
import { and, eq, inArray, isNotNull, isNull, or, type SQL } from "drizzle-orm";
import { type PayeeVersion, payees, payeeVersions } from "@/drizzle/schema/payees";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";

/**
 * By which of its versions an account belongs to a payee: the one in force, the one that waits, and each of a blocked payee
 * that was never approved, as payouts to it are held, too.
 */
export const isKnownBy = or(
  ...[eq(payeeVersions.version, payees.version), eq(payeeVersions.version, payees.waiting)],
  and(isNull(payees.version), isNotNull(payees.blockedAt)),
);

type Found = { payee: typeof payees.$inferSelect; says: PayeeVersion };

/** Whether this is what the book says, or what it would say once what waits is approved. */
export const isCurrent = ({ payee, says: { version } }: Found): boolean =>
  version === payee.version || version === payee.waiting;

/** Payees, each with the versions that are asked for. */
export const inBook = (db: Db | Tx, by: SQL | undefined, where: SQL | undefined) =>
  db
    .select({ payee: payees, says: payeeVersions })
    .from(payees)
    .innerJoin(payeeVersions, and(eq(payeeVersions.payeeId, payees.id), by))
    .where(where);

type Asked = { currency?: string; payeeKeys: string[] };

/** The payees that one of these accounts belongs to. */
export const payeesWith = (db: Db | Tx, { environment }: Pick<Ctx, "environment">, { currency, payeeKeys }: Asked) =>
  inBook(
    db,
    isKnownBy,
    and(
      eq(payees.environment, environment),
      currency === undefined ? undefined : eq(payees.currency, currency),
      inArray(payeeVersions.payeeKey, payeeKeys),
    ),
  );
