import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Refusal, Signature } from "@/lib/callbacks/delivery";
import { callbackFields, signatureOf } from "./callback-fields";

/** An order that the service may tell us about, and what the service signs with. */
export type SignedOrder = { referenceId: string; transactionId: string; secretKey: string };

type Sent = { body: string | Uint8Array; headers?: Record<string, string> };

/** What may come to an order's address, how it is answered, what is kept of it and what it does: for both doors. */
export type Case = {
  name: string;
  send: (told: SignedOrder) => Sent;
  status: number;
  signature: Signature;
  refusal: Refusal | null;
  effect: "asked" | "settled" | "mismatch" | null;
};

const text = (told: SignedOrder, more: Record<string, unknown> = {}) => JSON.stringify(callbackFields(told, more));
const header = (told: SignedOrder, more: Record<string, unknown> = {}) => ({
  "x-signature": signatureOf(callbackFields(told, more), told.secretKey),
});

const unreadable = (name: string, body: (told: SignedOrder) => string | Uint8Array, headers = {}): Case => ({
  name,
  send: (told) => ({ body: body(told), headers }),
  ...{ status: 400, signature: "unchecked", refusal: "unreadable", effect: null },
});
const forged = (name: string, send: (told: SignedOrder) => Sent): Case => ({
  name,
  send,
  ...{ status: 401, signature: "wrong", refusal: "wrong_signature", effect: null },
});
const hint = (name: string, send: (told: SignedOrder) => Sent): Case => ({
  name,
  send,
  ...{ status: 200, signature: "absent", refusal: null, effect: "asked" },
});
const believed = (name: string, send: (told: SignedOrder) => Sent): Case => ({
  name,
  send,
  ...{ status: 200, signature: "valid", refusal: null, effect: "settled" },
});
const mismatch = (name: string, send: (told: SignedOrder) => Sent, signature: Signature = "absent"): Case => ({
  name,
  send,
  ...{ status: 200, signature, refusal: null, effect: "mismatch" },
});
const wrongType = (name: string, type: string): Case => ({
  name,
  send: (told) => ({ body: text(told), headers: { "content-type": type } }),
  ...{ status: 415, signature: "unchecked", refusal: "wrong_type", effect: null },
});

const without = (field: string) => (told: SignedOrder) => {
  const { [field]: _gone, ...rest } = callbackFields(told) as Record<string, unknown>;
  return JSON.stringify(rest);
};
const withAmount = (digits: string) => (told: SignedOrder) => text(told, { amount: "here" }).replace('"here"', digits);
const reordered = (told: SignedOrder) =>
  JSON.stringify(Object.fromEntries(Object.entries(callbackFields(told)).reverse()), null, 2).replaceAll(": ", " :\t");
const kyc = { event: "kyc.status", player_id: "10001_p1", gateway: "JPBANK", status: "REGISTERED", currency: "JPY" };

export const CASES: Case[] = [
  unreadable("nothing at all", () => ""),
  unreadable("no JSON", () => "status=COMPLETED"),
  unreadable("half of it", (told) => text(told).slice(0, -20)),
  ...["[]", "5", "null", '"SUCCESS"', "{}", "true"].map((body) => unreadable(`the JSON ${body}`, () => body)),
  unreadable("10,000 levels", () => `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`),
  unreadable("a byte order mark", (told) => `\ufeff${text(told)}`),
  unreadable("half of a UTF-8 character", () => new Uint8Array([0x22, 0xe3, 0x81, 0x22])),
  unreadable("UTF-16", (told) => Buffer.from(text(told), "utf16le")),
  unreadable("compressed", (told) => gzipSync(text(told)), { "content-encoding": "gzip" }),
  unreadable("a field twice", (told) => text(told).replace("{", '{"status":"FAILED",')),
  ...["transaction_id", "reference_id", "status", "type", "amount", "currency"].map((field) =>
    unreadable(`no ${field}`, without(field)),
  ),
  ...["1e3", "-1", "0", "1.5e0", '"1,000"', '"１０００"', '" 12000"', "null", '""', "{}", '"NaN"'].map((digits) =>
    unreadable(`an amount of ${digits}`, withAmount(digits)),
  ),
  unreadable("an amount of a hundred digits", withAmount("9".repeat(100))),
  unreadable("an event of no known kind", () => '{"event":"kyc.deleted","player_id":"p1","status":"REGISTERED"}'),
  {
    name: "64 KiB and one byte",
    send: () => ({ body: "x".repeat(64 * 1024 + 1) }),
    ...{ status: 413, signature: "unchecked", refusal: "too_large", effect: null },
  },
  wrongType("a form", "application/x-www-form-urlencoded"),
  wrongType("plain text", "text/plain"),
  wrongType("JSON in a stranger's dress", "application/jsonp"),

  forged("a signature of zeros", (told) => ({ body: text(told), headers: { "x-signature": "0".repeat(64) } })),
  forged("an empty signature", (told) => ({ body: text(told), headers: { "x-signature": "" } })),
  forged("63 digits", (told) => ({
    body: text(told),
    headers: { "x-signature": header(told)["x-signature"].slice(1) },
  })),
  forged("65 digits", (told) => ({ body: text(told), headers: { "x-signature": `${header(told)["x-signature"]}0` } })),
  forged("upper case", (told) => ({
    body: text(told),
    headers: { "x-signature": header(told)["x-signature"].toUpperCase() },
  })),
  forged("a tampered amount", (told) => ({ body: text(told, { amount: 120_000 }), headers: header(told) })),
  forged("a tampered status", (told) => ({ body: text(told, { status: "FAILED" }), headers: header(told) })),
  forged("a field added", (told) => ({ body: text(told, { more: "1" }), headers: header(told) })),
  forged("1000.0 in place of 1000", (told) => ({
    body: text(told).replace(":12000,", ":12000.0,"),
    headers: header(told),
  })),
  forged("the secret of another", (told) => ({ body: text(told), headers: header({ ...told, secretKey: "another" }) })),
  forged("a nested field", (told) => ({ body: text(told, { more: { a: 1 } }), headers: header(told) })),

  hint("unsigned", (told) => ({ body: text(told) })),
  hint("unsigned, of fields that nobody announced", (told) => ({ body: text(told, { unheard_of: "ア😀" }) })),
  hint("unsigned, with names that JavaScript knows", (told) => ({
    body: text(told).replace("{", '{"__proto__":{"status":"COMPLETED"},"constructor":"x","toString":1,'),
  })),
  hint("unsigned, in a status of lower case", (told) => ({ body: text(told, { status: "completed" }) })),
  ...["PENDING", "CANCELLED", "RESOLVED", "FAILED", "SETTLED"].map((status) =>
    hint(`unsigned, ${status}`, (told) => ({ body: text(told, { status, actual_amount: null }) })),
  ),
  hint("unsigned, with a charset", (told) => ({
    body: text(told),
    headers: { "content-type": "application/json; charset=utf-8" },
  })),
  mismatch("another amount", (told) => ({ body: text(told, { amount: 120_000 }) })),
  mismatch("an amount of 2^53 + 1", (told) => ({ body: withAmount("9007199254740993")(told) })),
  mismatch("an amount of forty digits", (told) => ({ body: withAmount("9".repeat(40))(told) })),
  mismatch("another currency", (told) => ({ body: text(told, { currency: "THB" }) })),
  mismatch("another type", (told) => ({ body: text(told, { type: "DEPOSIT" }) })),
  mismatch("another order's reference", (told) => ({ body: text(told, { reference_id: "WD-of-another" }) })),
  mismatch("another transaction", (told) => ({ body: text(told, { transaction_id: randomUUID() }) })),
  mismatch("news of a player", () => ({ body: JSON.stringify(kyc) })),
  mismatch(
    "another amount, signed",
    (told) => ({ body: text(told, { amount: 1 }), headers: header(told, { amount: 1 }) }),
    "valid",
  ),

  believed("signed", (told) => ({ body: text(told), headers: header(told) })),
  believed("signed, with the header in odd case", (told) => ({
    body: text(told),
    headers: { "X-SiGnAtUrE": header(told)["x-signature"] },
  })),
  believed("signed, in another order and spaced", (told) => ({ body: reordered(told), headers: header(told) })),
  believed("signed, of fields that nobody announced", (told) => ({
    body: text(told, { unheard_of: "ア😀" }),
    headers: header(told, { unheard_of: "ア😀" }),
  })),
  believed("signed, failed, with a null", (told) => ({
    body: text(told, { status: "FAILED", actual_amount: null }),
    headers: header(told, { status: "FAILED", actual_amount: null }),
  })),
  believed("signed, failed, without what was null", (told) => {
    const { actual_amount: _gone, ...rest } = callbackFields(told, { status: "FAILED" });
    return { body: JSON.stringify(rest), headers: { "x-signature": signatureOf(rest, told.secretKey) } };
  }),
];
