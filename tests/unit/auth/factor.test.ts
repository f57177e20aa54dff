import { describe, expect, test } from "vitest";
import { createVault } from "@/lib/auth/crypto";
import { deviceFrom } from "@/lib/auth/device";
import { weaknessOf } from "@/lib/auth/password-strength";
import { hashOfRecoveryCode, recoveryCodeFrom } from "@/lib/auth/recovery-codes";
import { proofInput } from "@/lib/auth/step-up-input";
import { codeAt, secretFrom, stepOf, uriFor } from "@/lib/auth/totp";

describe("codes of an app", () => {
  // RFC 6238, appendix B, the last six of its eight digits.
  const secret = secretFrom(Buffer.from("12345678901234567890").toString("hex"));
  test.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("are those of the standard at %i", (seconds, code) => {
    expect(codeAt(secret, new Date(seconds * 1000))).toBe(code);
  });

  test("say which step they are of, and one that was used is none", () => {
    const now = new Date(1111111111_000);
    const step = Math.floor(1111111111 / 30);
    expect(stepOf(secret, codeAt(secret, now), now, null)).toBe(step);
    expect(stepOf(secret, codeAt(secret, now), now, step - 1)).toBe(step);
    expect(stepOf(secret, codeAt(secret, now), now, step)).toBeNull();
  });

  test.each(["", "05047", "0504710", "abcdef", "-50471"])("%j is no code", (code) => {
    expect(stepOf(secret, code, new Date(1111111111_000), null)).toBeNull();
  });

  test("are described to an app by issuer and person", () => {
    expect(uriFor(secret, "mei@example.com")).toMatch(/^otpauth:\/\/totp\/Choba:mei%40example\.com\?/);
  });
});

describe("encrypted data", () => {
  const vault = createVault("a secret of at least 32 characters");
  test("opens for its own purpose, and not for another, another secret, or after a change", () => {
    const sealed = vault.seal("totp", "JBSWY3DP");
    expect(vault.open("totp", sealed)).toBe("JBSWY3DP");
    expect(vault.open("device", sealed)).toBeNull();
    expect(createVault("another secret of 32 characters..").open("totp", sealed)).toBeNull();
    const changed = Buffer.from(sealed, "base64url");
    changed[changed.length - 1]! ^= 1;
    expect(vault.open("totp", changed.toString("base64url"))).toBeNull();
    expect(vault.open("totp", "")).toBeNull();
  });

  test("is encrypted differently each time; a fingerprint is the same", () => {
    expect(vault.seal("totp", "x")).not.toBe(vault.seal("totp", "x"));
    expect(vault.fingerprint("x")).toBe(vault.fingerprint("x"));
  });
});

test("a recovery code is the same however it is typed", () => {
  const code = recoveryCodeFrom("0123456789abcdef0123");
  expect(code).toBe("01234-56789-abcde-f0123");
  expect(hashOfRecoveryCode("０１２３４ 56789 ABCDE f0123")).toBe(hashOfRecoveryCode(code));
  expect(hashOfRecoveryCode("01234-56789-abcde-f0124")).not.toBe(hashOfRecoveryCode(code));
});

describe("a proof that is sent", () => {
  test("is read, with digits however wide", () => {
    expect(proofInput('{"by":"code","code":" １２３ 456 "}')).toEqual({ by: "code", code: "123456" });
  });
  test.each([
    undefined,
    "",
    "null",
    "[]",
    '{"by":"admin"}',
    '{"by":"code","code":{"$gt":""}}',
    '{"__proto__":{"by":"code"}}',
  ])("that is none is nothing: %j", (sent) => {
    expect(proofInput(sent)).toBeNull();
  });
});

describe("a new password", () => {
  const known = { email: "mei.kobayashi@example.com", name: "Mei Kobayashi" };
  test.each([
    ["elevenchars", "too_short"],
    ["password1234", "too_easy_to_guess"],
    ["qwertyuiop123", "too_easy_to_guess"],
    ["aaaaaaaaaaaaaaaa", "too_easy_to_guess"],
    ["mei.kobayashi@example.com", "too_easy_to_guess"],
  ])("%s is %s", (password, kind) => {
    expect(weaknessOf(password, known)).toEqual({ kind });
  });
  test.each(["three blue cranes over Kasumigaura", "隅田川の橋を三つ渡って帰る道", "xxxk9$Lq2!vRtw0"])(
    "%s may be chosen, with any characters",
    (password) => {
      expect(weaknessOf(password, known)).toBeNull();
    },
  );
});

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36 Edg/150.0",
    "Edge",
    "Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
    "Safari",
    "iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Mobile Safari/537.36",
    "Chrome",
    "Android",
  ],
  ["curl/8.0", null, null],
  [null, null, null],
])("%s", (userAgent, browser, system) => {
  expect(deviceFrom(userAgent)).toEqual({ browser, system });
});
