import { z } from "zod";
import type { LeftHolder } from "@/lib/auth/left-holders";
import { hookAddress, line, problem } from "@/lib/fields";
import { tokyoDayRange } from "@/lib/time";
import { WEBHOOK_EVENTS, type WebhookEventType, type WebhookState } from "./events";

const NAME_MAX = 60;

export const endpointInput = z.object({
  name: line(NAME_MAX),
  url: hookAddress,
  types: z.array(z.enum(WEBHOOK_EVENTS)).min(1, problem("required")).max(WEBHOOK_EVENTS.length),
});
export type EndpointInput = z.output<typeof endpointInput>;

export const oneEndpoint = z.object({ endpointId: z.uuid() });

const day = z
  .string()
  .min(1, problem("required"))
  .refine((text) => tokyoDayRange(text) !== null);

/** One event, or those of Tokyo days with both ends included. */
export const replayInput = z.union([
  z.object({ endpointId: z.uuid(), position: z.number().int().positive() }),
  z
    .object({ endpointId: z.uuid(), from: day, to: day })
    .refine(({ from, to }) => from <= to, { path: ["to"], message: problem("dayRange") }),
]);
export type ReplayInput = z.output<typeof replayInput>;

/** An endpoint, without address and secrets. Times are ISO 8601. */
export type EndpointView = {
  id: string;
  name: string;
  host: string;
  types: WebhookEventType[];
  addedBy: string;
  addedAt: string;
  disabledAt: string | null;
  failingSince: string | null;
  /** Until when nothing is tried, after failures in a row. */
  pausedUntil: string | null;
  /** Whether an event waits for its next try after a failure. */
  isTriedLater: boolean;
  /** Until when the former secret signs, too. */
  formerUntil: string | null;
  waiting: number;
  /** Given up after the last try; none is sent again unless an admin does so. */
  failed: number;
  /** Who was shown a secret that signs, and may not manage endpoints any more. */
  left: LeftHolder[];
};

/** From the address: where older deliveries begin, `position~endpoint`, and whether only failed ones are shown. */
export const webhookLogAddress = z.object({
  before: z
    .string()
    .regex(/^\d{1,18}~[0-9a-f-]{36}$/)
    .optional()
    .catch(undefined),
  state: z.literal("failed").optional().catch(undefined),
});
export type WebhookLogAddress = z.output<typeof webhookLogAddress>;

/** `older`: where the next page begins; null at the end. */
export type WebhookLogPage = { deliveries: WebhookDelivery[]; older: string | null };

/** A line of the log, with what was sent. */
export type WebhookDelivery = {
  endpointId: string;
  endpoint: string;
  position: number;
  webhookId: string;
  type: WebhookEventType;
  subject: string;
  at: string;
  state: WebhookState;
  tries: number;
  failure: string | null;
  /** What it waits for, beside its time. */
  waitsFor: "endpoint_off" | "earlier_event" | "pause" | null;
  /** When it is tried next, where that is to come and no other event or endpoint is waited for. */
  nextTryAt: string | null;
  deliveredAt: string | null;
  /** Of a removed endpoint nothing can be sent again. */
  isRemoved: boolean;
  body: string;
};
