import "server-only";
import { sql } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import type { RequestedFigures } from "./schema";

const countOf = (state: string) => sql<number>`(count(*) filter (where ${transactions.displayStatus} = ${state}))::int`;

/** What became of the orders of a query, by the display status, so that each count is that of a list. */
export const REQUESTED_FIGURES = {
  requested: sql<number>`count(*)::int`,
  completed: countOf("COMPLETED"),
  failed: countOf("FAILED"),
  cancelled: countOf("CANCELLED"),
  resolved: countOf("RESOLVED"),
  refused: countOf("rejected"),
} satisfies Record<keyof RequestedFigures, unknown>;
