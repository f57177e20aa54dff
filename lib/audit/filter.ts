import { queryOf } from "@/lib/address";
import type { AuditChoice } from "./schema";

/** The filter as the query of an address, always in the same order; `before` is a place as a page gave it. */
export function auditAddress(filter: AuditChoice, before?: string): string {
  const { chain, who, action, subject, from, to } = filter;
  return queryOf({ chain: chain === "console" ? chain : undefined, who, action, subject, from, to, before });
}
