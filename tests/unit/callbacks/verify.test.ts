import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { secretsOf, verifySignature } from "@/lib/callbacks/verify";

const vector = z.array(z.object({ name: z.string(), raw: z.string(), secret: z.string(), signature: z.string() }));
const VECTORS = vector.parse(JSON.parse(readFileSync("tests/fixtures/callbacks.json", "utf8")));

describe("a callback signed by Python", () => {
  test.each(VECTORS)("is valid: $name", ({ raw, signature, secret }) => {
    expect(verifySignature(raw, signature, secret)).toBe("valid");
  });

  test.each(VECTORS)(
    "is wrong under another secret, or with one field changed: $name",
    ({ raw, signature, secret }) => {
      expect(verifySignature(raw, signature, `${secret}x`)).toBe("wrong");
      const changed = raw.replace(/(JPY|THB|USDT)/, "XXX");
      expect(changed).not.toBe(raw);
      expect(verifySignature(changed, signature, secret)).toBe("wrong");
    },
  );
});

const { raw, signature, secret } = VECTORS[0]!;

test("while the secret changes, callbacks signed with either are valid, and with a third are not", () => {
  const secrets = secretsOf({ secretKey: `new ${secret}`, secretKeyPrevious: secret });
  expect(verifySignature(raw, signature, secrets)).toBe("valid");
  expect(verifySignature(raw, signature, secrets.toReversed())).toBe("valid");
  expect(verifySignature(raw, signature, secretsOf({ secretKey: `new ${secret}` }))).toBe("wrong");
});

describe("a header", () => {
  test("that is absent proves nothing, and is no forgery either", () => {
    expect(verifySignature(raw, null, secret)).toBe("absent");
  });

  test.each<[string, string]>([
    ["empty", ""],
    ["in upper case", signature.toUpperCase()],
    ["of 63 digits", signature.slice(1)],
    ["of 65 digits", `${signature}0`],
    ["twice", `${signature}, ${signature}`],
    ["with white space", ` ${signature}`],
    ["with a line end", `${signature}\n`],
    ["with a scheme before it", `sha256=${signature}`],
    ["of another body", VECTORS[1]!.signature],
    ["that is not hex", "z".repeat(64)],
    ["in full-width digits", "０".repeat(64)],
  ])("%s is wrong", (_name, header) => expect(verifySignature(raw, header, secret)).toBe("wrong"));
});

test("12.5 was not signed as 12.50", () => {
  const decimal = VECTORS.find(({ name }) => name.includes("keeps its zero"))!;
  expect(decimal.raw).toContain("12.50");
  expect(verifySignature(decimal.raw.replace("12.50", "12.5"), decimal.signature, decimal.secret)).toBe("wrong");
});

test("null and absent sign alike, an empty text does not", () => {
  const failed = VECTORS.find(({ name }) => name.endsWith("is null"))!;
  expect(
    verifySignature(failed.raw.replace('"actual_amount": null', '"more": null'), failed.signature, failed.secret),
  ).toBe("valid");
  expect(
    verifySignature(
      failed.raw.replace('"actual_amount": null', '"actual_amount": ""'),
      failed.signature,
      failed.secret,
    ),
  ).toBe("wrong");
});

describe("a body that has no canonical form is wrong, never an error", () => {
  test.each([
    "",
    "null",
    "[]",
    "5",
    '"SUCCESS"',
    "{",
    '{"a":{}}',
    '{"a":[1]}',
    `${"[".repeat(10_000)}`,
    '{"status":"FAILED","status":"COMPLETED"}',
  ])("%s", (body) => expect(verifySignature(body, signature, secret)).toBe("wrong"));
});

test("a signature takes as long to refuse whether its first or its last digit is wrong", () => {
  const source = readFileSync("lib/callbacks/verify.ts", "utf8");
  expect(source).toContain("timingSafeEqual(Buffer.from(header), Buffer.from(sign(text, secret)))");
});
