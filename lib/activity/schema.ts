import { z } from "zod";
import {
  EFFECTS,
  type Effect,
  REFUSALS,
  type Refusal,
  type Said,
  SIGNATURES,
  type Signature,
} from "@/lib/callbacks/delivery";
import { dayParts, filterText, severalOf } from "@/lib/fields";
import type { Shown } from "@/lib/pii/redact-json";
import { parseCursor } from "./cursor";

/** What an order is about, beside an entry that names it. */
export type OrderBrief = { type: string; amount: string; currency: string; playerId: string | null };

/** One thing that happened, newest first: something that came in, or something that was done. Times are ISO 8601. */
export type ActivityEntry = { id: string; at: string; referenceId: string | null; order: OrderBrief | null } & (
  | {
      kind: "delivery";
      /** The player whose registration it is about; what it says may have the merchant's number before the ID. */
      playerId: string | null;
      /** What it says of itself; null where it cannot be read, or has not been judged. */
      said: Said | null;
      signature: Signature;
      refusal: Refusal | null;
      answered: number;
      /** Null until it has been judged. */
      effect: Effect | null;
      sourceAddress: string | null;
    }
  | {
      kind: "audit";
      action: string;
      actor: { kind: string; name: string };
      subject: string;
      detail: Record<string, unknown>;
    }
);

/** `audit`: all that was done; `users`: only what users did. */
export const ACTIVITY_KINDS = ["all", "delivery", "audit", "users"] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** What became of a delivery: it waits to be judged, it did something, or it was refused. */
const CAUSES = ["waiting", ...EFFECTS, ...REFUSALS] as const;
export type Cause = (typeof CAUSES)[number];

const place = z.string().transform((text, context) => {
  const read = parseCursor(text);
  if (read) return read;
  context.addIssue({ code: "custom", message: "no place" });
  return z.NEVER;
});

/** From the address; a filter that we do not have, or a value that makes no sense, filters nothing. */
export const activityFilter = z.object({
  kind: z.enum(ACTIVITY_KINDS).catch("all"),
  cause: severalOf(CAUSES),
  signature: severalOf(SIGNATURES),
  order: filterText(200),
  /** Tokyo days, both included. */
  ...dayParts,
  q: filterText(200),
  before: place.optional().catch(undefined),
});
export type ActivityFilter = z.output<typeof activityFilter>;
/** The entry that an address opens: a delivery or something that was done. */
export const openedEntry = z.object({
  entry: z
    .union([
      z.uuid().transform((id) => ({ source: "d" as const, id })),
      z
        .string()
        .regex(/^\d{1,18}$/)
        .transform((id) => ({ source: "a" as const, id })),
    ])
    .optional()
    .catch(undefined),
});
/** Which entries, wherever a page begins. */
export const activityChoice = activityFilter.omit({ before: true });
export type ActivityChoice = z.output<typeof activityChoice>;

/**
 * `older` is the place to go on from; null where nothing is older. `isPart`: there the scan stopped before the page was
 * full, and `top` is where the scan began.
 */
export type LogPage = { entries: ActivityEntry[]; older: string | null; isPart: boolean; top: string | null };

/** A delivery as it came, byte for byte where it is text. */
export type DeliveryView = {
  id: string;
  receivedAt: string;
  sourceAddress: string | null;
  headers: Record<string, string>;
  body: string;
  /** False where the bytes are no UTF-8; `body` is then hexadecimal. */
  isText: boolean;
  /** How much of the body is shown: personal values are masked for those who may not see them. */
  shown: Shown;
  /** It can be had shown whole, with a line in the audit log. */
  revealable: boolean;
  /** When headers and body were removed, after the time that raw data is kept. */
  rawRemovedAt: string | null;
};

export const oneDelivery = z.object({ deliveryId: z.uuid() });
