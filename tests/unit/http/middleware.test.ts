import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { passGate } from "@/lib/http/middleware";

const CONSOLE = "https://console.example";
const SETTINGS = {
  DATABASE_URL: "postgres://choba@127.0.0.1/choba",
  APP_URL: CONSOLE,
  AUTH_SECRET: "0123456789abcdef0123456789abcdef",
  PAYMENTS_SANDBOX_BASE_URL: "http://127.0.0.1:4010/",
  PAYMENTS_SANDBOX_API_KEY: "sandbox-key",
  PAYMENTS_SANDBOX_SECRET_KEY: "sandbox-secret",
  // Reading the settings sets it for next-auth.
  NEXTAUTH_URL: "",
};
beforeAll(() => {
  for (const [name, value] of Object.entries(SETTINGS)) vi.stubEnv(name, value);
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const COOKIE = { cookie: "__Host-choba.session=sealed" };
const asked = (path: string, headers: Record<string, string> = {}) =>
  passGate(new NextRequest(`http://127.0.0.1:3000${path}`, { headers }));

describe("a page", () => {
  test("without a session cookie leads to the sign-in page, and from there back", () => {
    const answer = asked("/sandbox/activity?kind=audit");
    expect(answer.headers.get("location")).toBe(`${CONSOLE}/sign-in?return=%2Fsandbox%2Factivity%3Fkind%3Daudit`);
  });

  test("with one is given its own address, as the session may have ended", () => {
    const forged = { "x-page-address": "/sandbox/withdrawals/new" };
    const answer = asked("/sandbox/activity?kind=audit", { ...COOKIE, ...forged });
    expect(answer.headers.get("x-middleware-request-x-page-address")).toBe("/sandbox/activity?kind=audit");
  });
});
