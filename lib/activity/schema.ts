import { z } from "zod";
import type { Effect, Refusal, Signature } from "@/lib/callbacks/delivery";

/** One thing that happened, newest first: something that came in, or something that was done. Times are ISO 8601. */
export type ActivityEntry = { id: string; at: string; referenceId: string | null } & (
  | {
      kind: "delivery";
      /** What it says of itself; null where it cannot be read. */
      said: { status: string; type: string; currency: string; amount: string } | null;
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

export const ACTIVITY_KINDS = ["all", "delivery", "audit"] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** From the address; a filter that we do not have shows everything. */
export const activityFilter = z.object({ kind: z.enum(ACTIVITY_KINDS).catch("all") });

/** A delivery as it came, byte for byte where it is text. */
export type DeliveryView = {
  id: string;
  receivedAt: string;
  sourceAddress: string | null;
  headers: Record<string, string>;
  body: string;
  /** False where the bytes are no UTF-8; `body` is then hexadecimal. */
  isText: boolean;
};
