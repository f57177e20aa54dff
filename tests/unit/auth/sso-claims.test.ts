import { describe, expect, test } from "vitest";
import { domainRefusal, ssoClaimsOf } from "@/lib/auth/sso-claims";

const ISSUER = "https://id.example";
const said = {
  iss: ISSUER,
  sub: "u-1",
  email: "Taro@Shop.Example",
  email_verified: true,
  name: "Taro",
  auth_time: 1_795_000_000,
};

describe("the claims of an issuer", () => {
  test("is who it is, by which e-mail, and since when it knows", () => {
    const claims = {
      issuer: ISSUER,
      subject: "u-1",
      email: "taro@shop.example",
      name: "Taro",
      at: new Date(1_795_000_000_000),
    };
    expect(ssoClaimsOf(ISSUER, said)).toEqual(claims);
  });

  test("counts whether its address ends with a slash or not, and is kept as it was said", () => {
    expect(ssoClaimsOf(`${ISSUER}/`, said)?.issuer).toBe(ISSUER);
    expect(ssoClaimsOf(ISSUER, { ...said, iss: `${ISSUER}/` })?.issuer).toBe(`${ISSUER}/`);
  });

  test.each([
    ["another issuer", { ...said, iss: "https://id.example.evil.example" }],
    ["a path of the same issuer", { ...said, iss: `${ISSUER}/tenant` }],
    ["no issuer", { ...said, iss: undefined }],
    ["no subject", { ...said, sub: undefined }],
    ["an empty subject", { ...said, sub: "" }],
    ["an endless subject", { ...said, sub: "x".repeat(256) }],
    ["a time in words", { ...said, auth_time: "now" }],
    ["nothing", null],
  ])("is nothing to us with %s", (_what, claims) => {
    expect(ssoClaimsOf(ISSUER, claims)).toBeNull();
  });

  test.each(["two\nlines", "x".repeat(81), "", 7, undefined])(
    "the name %j is left out, and the rest counts",
    (name) => {
      expect(ssoClaimsOf(ISSUER, { ...said, name })).toMatchObject({ subject: "u-1", name: null });
    },
  );

  test.each([[false], ["true"], [1], [undefined]])(
    "an e-mail with email_verified = %s does not count",
    (email_verified) => {
      expect(ssoClaimsOf(ISSUER, { ...said, email_verified })?.email).toBeNull();
    },
  );

  test("a domain is what stands behind the last @, and all are good where none is named", () => {
    const refusal = (email: string | null, ...domains: string[]) => domainRefusal({ email }, domains)?.kind ?? null;
    expect(refusal("taro@shop.example", "shop.example")).toBeNull();
    expect(refusal("taro@evil.shop.example", "shop.example")).toBe("other_domain");
    expect(refusal('"taro@shop.example"@evil.example', "shop.example")).toBe("other_domain");
    expect(refusal(null, "shop.example")).toBe("unverified");
    expect(refusal(null)).toBeNull();
  });
});
