import { z } from "zod";
import type { PlayerRow } from "@/lib/kyc/schema";
import type { TransactionRow } from "@/lib/transactions/schema";

/** What was typed into the search box. What cannot be searched for has no results, which is no error. */
export const searchInput = z.object({ q: z.string().max(2_000).catch("") });

/** From the address of the results. `ask`: check exactly this text at the service. `show`: show more results. */
export const searchAddress = z.object({
  q: z
    .union([z.string(), z.array(z.string()).transform((all) => all.join(" "))])
    .transform((text) => text.slice(0, 2_000))
    .catch(""),
  ask: z.literal("service").optional().catch(undefined),
  show: z.literal("more").optional().catch(undefined),
});

/** The field of an order or a player that matched the query. */
export const FIELDS = [
  "referenceId",
  "transactionId",
  "playerId",
  "registration",
  "recipientAccount",
  "payerAccount",
  "recipient",
  "payer",
  "player",
  "amount",
] as const;
export type Field = (typeof FIELDS)[number];

/** How well it fits, the best first. `near`: spelled otherwise, or one word of it. */
export const CLOSENESS = ["exact", "begins", "ends", "near"] as const;
export type Closeness = (typeof CLOSENESS)[number];

export type Why = { field: Field; how: Closeness };

/** An order, why it was found, and whom it names as far as the reader may see it. */
export type OrderHit = { kind: "order"; why: Why; order: TransactionRow; name: string | null; account: string | null };
export type PlayerHit = { kind: "player"; why: Why; player: PlayerRow };
export type SearchHit = OrderHit | PlayerHit;

/** What was not searched, because the reader may not see it. */
export type Limit = "whole_names_only" | "no_names";

export type SearchView = {
  hits: SearchHit[];
  /** There may be more that fits: it is shown on demand, and something longer finds less. */
  hasMore: boolean;
  /** The order that has exactly this id, where one has. */
  exact: string | null;
  /** The id that the service can be asked about, as we hold no such order; only a likely one is asked about unbidden. */
  asks: { id: string; isLikely: boolean } | null;
  limit: Limit | null;
};
