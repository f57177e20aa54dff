import "server-only";
import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { inBook } from "./known-by";

type Of = Pick<Ctx, "environment">;

/** The payees that can be paid now, each by its version in force. */
const active = (db: Db | Tx, { environment }: Of, those: SQL) =>
  inBook(
    db,
    eq(payeeVersions.version, payees.version),
    and(eq(payees.environment, environment), isNull(payees.blockedAt), isNull(payees.waiting), those),
  );

/** Those with these accounts. */
export const activePayees = async (db: Db | Tx, ctx: Of, payeeKeys: string[]) =>
  payeeKeys.length === 0 ? [] : active(db, ctx, inArray(payeeVersions.payeeKey, payeeKeys));

/** One payee; null where it cannot be paid now. */
export const activePayee = async (db: Db, ctx: Of, payeeId: string) =>
  (await active(db, ctx, eq(payees.id, payeeId)))[0] ?? null;
