import { z } from "zod";
import { type Exact, parseExact, type Unparsable } from "@/lib/payments-api/json";
import { withoutMerchantNumber } from "@/lib/payments-api/player-id";
import { figure, maybe, named, orderAmount, word, words } from "@/lib/payments-api/values";
import { err, ok, type Result } from "@/lib/result";
import { type Named, SAID_MAX, type Said } from "./delivery";

/*
 * What the service tells us unasked (merchant-payments-api.md, "Events"). Tolerant like the answers: unknown fields
 * pass, statuses are kept as they were spelled. `provider_order_id` and `provider_status` are left to the raw record.
 */

export const transactionCallback = z
  .object({
    transaction_id: word,
    reference_id: word,
    status: word,
    type: word,
    amount: orderAmount,
    actual_amount: maybe(figure),
    currency: word,
    method: maybe(words),
  })
  .transform(({ transaction_id, reference_id, actual_amount, ...same }) => ({
    kind: "transaction" as const,
    transactionId: transaction_id,
    referenceId: reference_id,
    actualAmount: actual_amount,
    ...same,
  }));

export const kycCallback = z
  .object({
    event: z.literal("kyc.status"),
    player_id: named,
    gateway: maybe(words),
    status: named,
    currency: maybe(words),
  })
  .transform(({ event: _event, player_id, ...same }) => ({ kind: "kyc" as const, playerId: player_id, ...same }));

export type TransactionCallback = z.output<typeof transactionCallback>;
export type KycCallback = z.output<typeof kycCallback>;

export type Unreadable = {
  kind: "unreadable";
  why: "not UTF-8" | Unparsable | "not_an_object" | "of_no_known_kind" | "a_field_is_missing_or_wrong";
  /** The fields that are missing or wrong. */
  fields: string[];
};

/** Parses a delivery. Does not verify its signature. */
export function readCallback(raw: Uint8Array): Result<TransactionCallback | KycCallback, Unreadable> {
  const json = readJson(raw);
  return json.ok ? shaped(json.value) : json;
}

/** Step one: parses JSON, independent of the kind of callback. */
export function readJson(raw: Uint8Array): Result<Exact, Unreadable> {
  const text = decoded(raw);
  if (text === null) return unreadable("not UTF-8");
  const body = parseExact(text);
  return body.ok ? body : unreadable(body.error);
}

/** Step two: validates it as one of the known callbacks. */
export function shaped(json: Exact): Result<TransactionCallback | KycCallback, Unreadable> {
  const shape = shapeOf(json);
  if (typeof shape === "string") return unreadable(shape);
  const read = shape.safeParse(json);
  if (read.success) return ok(read.data);
  return unreadable("a_field_is_missing_or_wrong", [...new Set(read.error.issues.map(({ path }) => path.join(".")))]);
}

/** What a delivery claims, for lists. Unverified. */
export function saidIn(read: TransactionCallback | KycCallback): Said {
  const cut = (text: string) => [...text].slice(0, SAID_MAX).join("");
  switch (read.kind) {
    case "transaction":
      return {
        status: cut(read.status),
        type: cut(read.type),
        money: { currency: cut(read.currency), amount: cut(read.amount) },
        playerId: null,
      };
    case "kyc":
      return { status: cut(read.status), type: null, money: null, playerId: cut(read.playerId) };
  }
}

/** The ids by which to find its order or player, and the status that it reports. */
export function namedIn(read: TransactionCallback | KycCallback): Named {
  switch (read.kind) {
    case "transaction":
      return { of: "order", name: read.referenceId, otherName: read.transactionId, status: read.status };
    case "kyc": {
      const { playerId, status } = read;
      return { of: "player", name: playerId, otherName: withoutMerchantNumber(playerId), status };
    }
  }
}

function shapeOf(body: Exact) {
  if (body === null || typeof body !== "object" || Array.isArray(body)) return "not_an_object";
  if (Object.hasOwn(body, "transaction_id")) return transactionCallback;
  return Object.hasOwn(body, "event") ? kycCallback : "of_no_known_kind";
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decoded(raw: Uint8Array): string | null {
  try {
    return UTF8.decode(raw);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

const unreadable = (why: Unreadable["why"], fields: string[] = []) => err({ kind: "unreadable" as const, why, fields });
