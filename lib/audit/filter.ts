import { queryOf } from "@/lib/query-string";
import type { AuditChoice } from "./schema";

/** What an address of the log says, in its order. */
export const AUDIT_PARTS = ["chain", "who", "action", "subject", "from", "to", "before"] as const;

/** The filter as the query of an address, always in the same order; `before` is a place as a page gave it. */
export function auditAddress(filter: AuditChoice, before?: string): string {
  const { chain, who, action, subject, from, to } = filter;
  const several = { who: who?.toString(), action: action?.toString() };
  return queryOf({ chain: chain === "console" ? chain : undefined, ...several, subject, from, to, before });
}
