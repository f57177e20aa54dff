import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Refusal, Signature } from "@/lib/callbacks/delivery";
import { callbackFields, signatureOf } from "./callback-fields";

/** An order with a callback URL, and the key that the service signs with. */
export type SignedOrder = { referenceId: string; transactionId: string; secretKey: string };

type Sent = { body: string | Uint8Array; headers?: Record<string, string> };

/** Every kind of delivery to an order's URL, its response, what is stored and its effect: for both entry points. */
export type Case = {
  name: string;
  send: (target: SignedOrder) => Sent;
  status: number;
  signature: Signature;
  refusal: Refusal | null;
  effect: "asked" | "applied" | "mismatch" | null;
};

const text = (target: SignedOrder, more: Record<string, unknown> = {}) => JSON.stringify(callbackFields(target, more));
const header = (target: SignedOrder, more: Record<string, unknown> = {}) => ({
  "x-signature": signatureOf(callbackFields(target, more), target.secretKey),
});

const unreadable = (name: string, body: (target: SignedOrder) => string | Uint8Array, headers = {}): Case => ({
  name,
  send: (target) => ({ body: body(target), headers }),
  ...{ status: 400, signature: "unchecked", refusal: "unreadable", effect: null },
});
const forged = (name: string, send: (target: SignedOrder) => Sent): Case => ({
  name,
  send,
  ...{ status: 401, signature: "wrong", refusal: "wrong_signature", effect: null },
});
const hint = (name: string, send: (target: SignedOrder) => Sent): Case => ({
  name,
  send,
  ...{ status: 200, signature: "absent", refusal: null, effect: "asked" },
});
const believed = (name: string, send: (target: SignedOrder) => Sent): Case => ({
  name,
  send,
  ...{ status: 200, signature: "valid", refusal: null, effect: "applied" },
});
const mismatch = (name: string, send: (target: SignedOrder) => Sent, signature: Signature = "absent"): Case => ({
  name,
  send,
  ...{ status: 200, signature, refusal: null, effect: "mismatch" },
});

const without = (field: string) => (target: SignedOrder) => {
  const { [field]: _gone, ...rest } = callbackFields(target) as Record<string, unknown>;
  return JSON.stringify(rest);
};
const withAmount = (digits: string) => (target: SignedOrder) =>
  text(target, { amount: "here" }).replace('"here"', digits);
const reordered = (target: SignedOrder) =>
  JSON.stringify(Object.fromEntries(Object.entries(callbackFields(target)).reverse()), null, 2).replaceAll(
    ": ",
    " :\t",
  );
const kyc = { event: "kyc.status", player_id: "10001_p1", gateway: "JPBANK", status: "REGISTERED", currency: "JPY" };

export const CASES: Case[] = [
  unreadable("nothing at all", () => ""),
  unreadable("no JSON", () => "status=COMPLETED"),
  unreadable("half of it", (target) => text(target).slice(0, -20)),
  ...["[]", "5", "null", '"SUCCESS"', "{}", "true"].map((body) => unreadable(`the JSON ${body}`, () => body)),
  unreadable("10,000 levels", () => `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`),
  unreadable("a byte order mark", (target) => `\ufeff${text(target)}`),
  unreadable("half of a UTF-8 character", () => new Uint8Array([0x22, 0xe3, 0x81, 0x22])),
  unreadable("UTF-16", (target) => Buffer.from(text(target), "utf16le")),
  unreadable("compressed", (target) => gzipSync(text(target)), { "content-encoding": "gzip" }),
  unreadable("a field twice", (target) => text(target).replace("{", '{"status":"FAILED",')),
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
  unreadable("a form", (target) => new URLSearchParams({ reference_id: target.referenceId }).toString(), {
    "content-type": "application/x-www-form-urlencoded",
  }),

  forged("a signature of zeros", (target) => ({ body: text(target), headers: { "x-signature": "0".repeat(64) } })),
  forged("an empty signature", (target) => ({ body: text(target), headers: { "x-signature": "" } })),
  forged("63 digits", (target) => ({
    body: text(target),
    headers: { "x-signature": header(target)["x-signature"].slice(1) },
  })),
  forged("65 digits", (target) => ({
    body: text(target),
    headers: { "x-signature": `${header(target)["x-signature"]}0` },
  })),
  forged("upper case", (target) => ({
    body: text(target),
    headers: { "x-signature": header(target)["x-signature"].toUpperCase() },
  })),
  forged("a tampered amount", (target) => ({ body: text(target, { amount: 120_000 }), headers: header(target) })),
  forged("a tampered status", (target) => ({ body: text(target, { status: "FAILED" }), headers: header(target) })),
  forged("a field added", (target) => ({ body: text(target, { more: "1" }), headers: header(target) })),
  forged("1000.0 in place of 1000", (target) => ({
    body: text(target).replace(":12000,", ":12000.0,"),
    headers: header(target),
  })),
  forged("the secret of another", (target) => ({
    body: text(target),
    headers: header({ ...target, secretKey: "another" }),
  })),
  forged("a nested field", (target) => ({ body: text(target, { more: { a: 1 } }), headers: header(target) })),

  hint("unsigned", (target) => ({ body: text(target) })),
  hint("unsigned, with unannounced fields", (target) => ({ body: text(target, { unheard_of: "ア😀" }) })),
  hint("unsigned, with names that JavaScript knows", (target) => ({
    body: text(target).replace("{", '{"__proto__":{"status":"COMPLETED"},"constructor":"x","toString":1,'),
  })),
  hint("unsigned, in a status of lower case", (target) => ({ body: text(target, { status: "completed" }) })),
  ...["PENDING", "CANCELLED", "RESOLVED", "FAILED", "SETTLED"].map((status) =>
    hint(`unsigned, ${status}`, (target) => ({ body: text(target, { status, actual_amount: null }) })),
  ),
  hint("unsigned, with a charset", (target) => ({
    body: text(target),
    headers: { "content-type": "application/json; charset=utf-8" },
  })),
  // The specification promises a JSON body, and no header that names it.
  ...["", "text/plain", "application/x-www-form-urlencoded", "application/vnd.service+json"].map((type) =>
    hint(`unsigned, of the type "${type}"`, (target) => ({ body: text(target), headers: { "content-type": type } })),
  ),
  mismatch("another amount", (target) => ({ body: text(target, { amount: 120_000 }) })),
  mismatch("an amount of 2^53 + 1", (target) => ({ body: withAmount("9007199254740993")(target) })),
  mismatch("an amount of forty digits", (target) => ({ body: withAmount("9".repeat(40))(target) })),
  mismatch("another currency", (target) => ({ body: text(target, { currency: "THB" }) })),
  mismatch("another type", (target) => ({ body: text(target, { type: "DEPOSIT" }) })),
  mismatch("another order's reference", (target) => ({ body: text(target, { reference_id: "WD-of-another" }) })),
  mismatch("another transaction", (target) => ({ body: text(target, { transaction_id: randomUUID() }) })),
  mismatch("news of a player", () => ({ body: JSON.stringify(kyc) })),
  mismatch(
    "another amount, signed",
    (target) => ({ body: text(target, { amount: 1 }), headers: header(target, { amount: 1 }) }),
    "valid",
  ),

  believed("signed", (target) => ({ body: text(target), headers: header(target) })),
  believed("signed, with the header in odd case", (target) => ({
    body: text(target),
    headers: { "X-SiGnAtUrE": header(target)["x-signature"] },
  })),
  believed("signed, as plain text", (target) => ({
    body: text(target),
    headers: { ...header(target), "content-type": "text/plain; charset=utf-8" },
  })),
  believed("signed, in another order and spaced", (target) => ({ body: reordered(target), headers: header(target) })),
  believed("signed, with unannounced fields", (target) => ({
    body: text(target, { unheard_of: "ア😀" }),
    headers: header(target, { unheard_of: "ア😀" }),
  })),
  believed("signed, failed, with a null", (target) => ({
    body: text(target, { status: "FAILED", actual_amount: null }),
    headers: header(target, { status: "FAILED", actual_amount: null }),
  })),
  believed("signed, failed, without what was null", (target) => {
    const { actual_amount: _gone, ...rest } = callbackFields(target, { status: "FAILED" });
    return { body: JSON.stringify(rest), headers: { "x-signature": signatureOf(rest, target.secretKey) } };
  }),
];
