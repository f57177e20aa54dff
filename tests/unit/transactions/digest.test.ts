import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createVault } from "@/lib/auth/crypto";
import { canonical } from "@/lib/payments-api/sign";
import { checkDigest, digestOf } from "@/lib/transactions/submission/digest";

const [FIRST, SECOND, THIRD] = ["first", "second", "third"].map((name) => `${name} secret of 32 characters and more`);
const vault = createVault(FIRST!);
const order = { environment: "sandbox", type: "WITHDRAW", referenceId: "WD-20261121-7KQ2M9XB" };
const terms = { currency: "JPY", amount: "12000", destinationAccount: "0123456" };
const digest = digestOf(vault, order, terms);
const check = (more: Partial<typeof order>, of = terms, by = vault) =>
  checkDigest(by, { ...order, ...more, digest }, of);

describe("the digest of an order's terms", () => {
  test("names its scheme and its key, and is no plain hash", () => {
    expect(digest).toMatch(/^v1:[0-9a-f]{8}:[0-9a-f]{64}$/);
    const plain = createHash("sha256").update(canonical(terms)).digest("hex");
    expect(digest).not.toContain(plain.slice(0, 6));
    expect(digestOf(createVault(SECOND!), order, terms).slice(-64)).not.toBe(digest.slice(-64));
  });

  test("covers every term, and belongs to one order of one environment", () => {
    expect(check({})).toBe("match");
    expect(check({}, { ...terms, destinationAccount: "1123456" })).toBe("mismatch");
    expect(check({ environment: "production" })).toBe("mismatch");
    expect(check({ type: "DEPOSIT" })).toBe("mismatch");
    expect(check({ referenceId: "WD-20261121-00000000" })).toBe("mismatch");
  });

  test("is that of the first attempt for every later one", () => {
    expect(check({ referenceId: `${order.referenceId}-2` })).toBe("match");
    expect(check({ referenceId: `${order.referenceId}-13` })).toBe("match");
  });

  test("holds through one rotation of the secret, and is distinguished from a forged one after two", () => {
    expect(check({}, terms, createVault(SECOND!, FIRST!))).toBe("match");
    expect(check({}, { ...terms, amount: "1" }, createVault(SECOND!, FIRST!))).toBe("mismatch");
    expect(check({}, terms, createVault(THIRD!, SECOND!))).toBe("unknown_key");
    expect(digestOf(createVault(SECOND!, FIRST!), order, terms)).toBe(digestOf(createVault(SECOND!), order, terms));
  });

  test.each(["", "v1", digest.slice(0, -1), `${digest}0`, digest.slice(-64)])("%j is the digest of nothing", (text) => {
    expect(vault.checkDigest(text, "")).not.toBe("match");
  });
});
