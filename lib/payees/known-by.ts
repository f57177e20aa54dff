import "server-only";
import { and, eq, isNull, or } from "drizzle-orm";
import { payees, payeeVersions } from "@/drizzle/schema/payees";

/** The version of a payee that is in force, and the one that waits. */
export const isCurrentVersion = or(
  eq(payeeVersions.version, payees.version),
  eq(payeeVersions.version, payees.waiting),
);

/**
 * By which of its versions an account belongs to a payee: the one in force, the one that waits, and each of a payee that
 * was never approved, as that can be blocked, too.
 */
export const isKnownBy = or(isCurrentVersion, and(isNull(payees.version), isNull(payees.waiting)));
