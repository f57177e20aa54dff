import "server-only";
import { and, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";

/** The version of a payee that is in force, and the one that waits. */
const isCurrentVersion = or(eq(payeeVersions.version, payees.version), eq(payeeVersions.version, payees.waiting));

/**
 * By which of its versions an account belongs to a payee: the one in force, the one that waits, and each of a payee that
 * was never approved, as that can be blocked, too.
 */
export const isKnownBy = or(isCurrentVersion, and(isNull(payees.version), isNull(payees.waiting)));

/** Payees, each with the versions that are asked for. */
export const inBook = (db: Db | Tx, by: SQL | undefined, where: SQL | undefined) =>
  db
    .select({ payee: payees, says: payeeVersions })
    .from(payees)
    .innerJoin(payeeVersions, and(eq(payeeVersions.payeeId, payees.id), by))
    .where(where);

type Asked = { currency?: string; payeeKeys: string[] };

/** The payees that have one of these accounts now, or would have it once what waits is approved. */
export const payeesWith = (db: Db | Tx, { environment }: Pick<Ctx, "environment">, { currency, payeeKeys }: Asked) =>
  inBook(
    db,
    isCurrentVersion,
    and(
      eq(payees.environment, environment),
      currency === undefined ? undefined : eq(payees.currency, currency),
      inArray(payeeVersions.payeeKey, payeeKeys),
    ),
  );
