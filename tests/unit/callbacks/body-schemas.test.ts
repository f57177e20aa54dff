import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCallback } from "@/lib/callbacks/body-schemas";
import { withoutMerchantNumber } from "@/lib/payments-api/player-id";

const bytes = (text: string) => Buffer.from(text);
const VECTORS: { name: string; raw: string }[] = JSON.parse(readFileSync("tests/fixtures/callbacks.json", "utf8"));
const TRANSACTION = {
  transaction_id: "t-1",
  provider_order_id: "P-1",
  reference_id: "W-1",
  status: "COMPLETED",
  type: "WITHDRAW",
  amount: 12000,
  actual_amount: 12120,
  currency: "JPY",
  method: "BANK_TRANSFER",
};
const KYC = {
  event: "kyc.status",
  player_id: "1001_player-1",
  gateway: "KYC_JP",
  status: "FAILED",
  provider_status: "NG",
  currency: "JPY",
};
const read = (body: object) => readCallback(bytes(JSON.stringify(body)));

test.each(VECTORS)("what the service sends is readable: $name", ({ raw }) => {
  expect(readCallback(bytes(raw)).ok).toBe(true);
});

test("a transaction callback in our words, without the routing reference", () => {
  expect(read(TRANSACTION)).toEqual({
    ok: true,
    value: {
      kind: "transaction",
      transactionId: "t-1",
      referenceId: "W-1",
      status: "COMPLETED",
      type: "WITHDRAW",
      amount: "12000",
      actualAmount: "12120",
      currency: "JPY",
      method: "BANK_TRANSFER",
    },
  });
});

test("a KYC callback in our words, without what must not be branched on", () => {
  expect(read(KYC)).toEqual({
    ok: true,
    value: { kind: "kyc", playerId: "1001_player-1", gateway: "KYC_JP", status: "FAILED", currency: "JPY" },
  });
});

test.each(["PENDING", "CANCELLED", "RESOLVED", "completed", "REVERSED"])(
  "a status of %s is read as it is written",
  (status) => {
    expect(read({ ...TRANSACTION, status })).toMatchObject({ ok: true, value: { status } });
  },
);

test("unannounced fields pass", () => {
  const body = '{"__proto__":{"status":"FAILED"},"constructor":1,"nested":{"a":[1]},';
  expect(readCallback(bytes(body + JSON.stringify(TRANSACTION).slice(1)))).toMatchObject({
    ok: true,
    value: { status: "COMPLETED" },
  });
});

describe("bytes that are no callback", () => {
  const text = JSON.stringify(TRANSACTION);
  test.each<[string, Uint8Array, string]>([
    ["nothing", bytes(""), "not JSON"],
    ["not JSON", bytes("status=COMPLETED"), "not JSON"],
    ["a byte order mark", bytes(`\ufeff${text}`), "not JSON"],
    ["compressed", gzipSync(text), "not UTF-8"],
    ["Shift_JIS", Buffer.concat([bytes('{"a":"'), Buffer.from([0x83, 0x65]), bytes('"}')]), "not UTF-8"],
    ["UTF-16", Buffer.from(text, "utf16le"), "not JSON"],
    ["an overlong slash", Buffer.concat([bytes('{"a":"'), Buffer.from([0xc0, 0xaf]), bytes('"}')]), "not UTF-8"],
    ["null", bytes("null"), "not_an_object"],
    ["a list", bytes(`[${text}]`), "not_an_object"],
    ["a number", bytes("1"), "not_an_object"],
    ["a text", bytes('"SUCCESS"'), "not_an_object"],
    ["an empty object", bytes("{}"), "of_no_known_kind"],
    ["an inherited id", bytes('{"__proto__":{"transaction_id":"t-1"}}'), "of_no_known_kind"],
    ["ten thousand levels", bytes(`${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`), "nested_too_deeply"],
    ["two statuses", bytes(text.replace("{", '{"status":"FAILED",')), "a_name_twice"],
  ])("%s", (_name, raw, why) => {
    expect(readCallback(raw)).toEqual({ ok: false, error: { kind: "unreadable", why, fields: [] } });
  });
});

describe("a field that is missing or wrong is named", () => {
  const missing = (body: object, field: string) =>
    expect(read({ ...body, [field]: undefined })).toMatchObject({ ok: false, error: { fields: [field] } });

  test.each(["reference_id", "status", "type", "amount", "currency"])("a transaction without %s", (field) => {
    missing(TRANSACTION, field);
    for (const value of [null, "", {}, [], true]) {
      expect(read({ ...TRANSACTION, [field]: value })).toMatchObject({
        ok: false,
        error: { why: "a_field_is_missing_or_wrong", fields: [field] },
      });
    }
  });

  test.each(["player_id", "status"])("a KYC callback without %s", (field) => missing(KYC, field));

  test("an event of another kind", () => {
    expect(read({ ...KYC, event: "kyc.deleted" })).toMatchObject({ ok: false, error: { fields: ["event"] } });
  });

  test.each(["1e3", "-1", "0", "1,000", "１０００", "", " 1", "NaN", "1".repeat(65)])("an amount of %s", (amount) => {
    expect(read({ ...TRANSACTION, amount })).toMatchObject({ ok: false, error: { fields: ["amount"] } });
  });

  test("an amount with an exponent, as a number", () => {
    const raw = JSON.stringify(TRANSACTION).replace("12000", "1.2e4");
    expect(readCallback(bytes(raw))).toMatchObject({ ok: false, error: { fields: ["amount"] } });
  });
});

test.each(["9007199254740993", "1".repeat(40), "12.50"])("an amount of %s keeps every digit", (digits) => {
  const raw = JSON.stringify(TRANSACTION).replace("12000", digits);
  expect(readCallback(bytes(raw))).toMatchObject({ ok: true, value: { amount: digits } });
});

test("actual_amount may be null or absent", () => {
  expect(read({ ...TRANSACTION, actual_amount: null })).toMatchObject({ ok: true, value: { actualAmount: null } });
  expect(read({ ...TRANSACTION, actual_amount: undefined })).toMatchObject({ ok: true, value: { actualAmount: null } });
});

test.each([
  ["1001_player-1", "player-1"],
  ["player-1", "player-1"],
  ["123_456_x", "456_x"],
  ["_x", "_x"],
  ["123_", "123_"],
  ["a1_x", "a1_x"],
])("the player %s is %s without the merchant's number", (playerId, own) => {
  expect(withoutMerchantNumber(playerId)).toBe(own);
});

test("any bytes are answered, never thrown at", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (raw) => {
      expect(readCallback(raw).ok).toBe(false);
    }),
  );
});
