import "server-only";
import { and, inArray, isNotNull } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { NEVER_LEFT } from "./submission";

/** A lost database may have sent it: `isPossiblySent` as a condition. */
export const possiblySent = and(
  inArray(transactions.submission, NEVER_LEFT),
  isNotNull(transactions.possiblySentUntil),
);
