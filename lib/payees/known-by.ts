import "server-only";
import { and, eq, isNull, or } from "drizzle-orm";
import { payees, payeeVersions } from "@/drizzle/schema/payees";

/**
 * By which of its versions an account belongs to a payee: the one in force, the one that waits, and each of a payee that
 * was never approved, as that can be blocked, too.
 */
export const isKnownBy = or(
  eq(payeeVersions.version, payees.version),
  eq(payeeVersions.version, payees.waiting),
  and(isNull(payees.version), isNull(payees.waiting)),
);
