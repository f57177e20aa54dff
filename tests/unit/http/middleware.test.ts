import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

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
let passGate: typeof import("@/lib/http/middleware").passGate;
beforeAll(async () => {
  for (const [name, value] of Object.entries(SETTINGS)) vi.stubEnv(name, value);
  // Settings are read once; another file may have read others in this process.
  vi.resetModules();
  ({ passGate } = await import("@/lib/http/middleware"));
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const COOKIE = { cookie: "__Host-choba.session=sealed" };
const LINK = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const asked = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  passGate(new NextRequest(`http://127.0.0.1:3000${path}`, { method, headers }));

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

test("the address without a path leads to the first environment, and nothing of a page comes with it", async () => {
  const { GET } = await import("@/app/route");
  const answer = GET();
  expect([answer.status, answer.headers.get("location"), await answer.text()]).toEqual([307, "/sandbox", ""]);
});

describe("a link in a page of another site, with which the browser sends no cookie", () => {
  test("is followed once more from a page of ours, to the same address", async () => {
    const answer = asked("/sandbox/activity?kind=audit&order=a%22b", LINK);
    expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
    const to = /http-equiv="refresh" content="0;url=([^"]*)"/.exec(await answer.text())?.[1];
    expect(to).toBe(`${CONSOLE}/sandbox/activity?kind=audit&amp;order=a%22b`);
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  });

  test("stays an address of ours, however it is spelled", async () => {
    for (const path of ["//evil.example/", "/\\evil.example", "/a;url=//evil.example"]) {
      const to = /content="0;url=([^"]*)"/.exec(await asked(path, LINK).text())?.[1] ?? "";
      expect([path, new URL(to).origin]).toEqual([path, CONSOLE]);
    }
  });

  test.each([
    ["that comes again from our page", { "sec-fetch-site": "same-origin" }, "GET"],
    ["that only asks for the headers", {}, "HEAD"],
    ["in a frame", { "sec-fetch-dest": "iframe" }, "GET"],
    ["of a script", { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }, "GET"],
  ])("leads to the sign-in page where it is one %s", (_which, more, method) => {
    const answer = asked("/sandbox/activity", { ...LINK, ...more }, method);
    expect(answer.headers.get("location")).toBe(`${CONSOLE}/sign-in?return=%2Fsandbox%2Factivity`);
  });

  test.each([
    ["of a search, which asks the service and is noted", "/sandbox/search?q=W-1&ask=service"],
    ["of the API status, which asks the service", "/production/api-status"],
    ["of the second step, which leads on to any page", "/sign-in/second-step?return=/sandbox/search"],
    ["of one that is spelled in another way", "/sandbox/%73earch"],
    ["of one that cannot be read", "/sandbox/%ff"],
  ])("leads to the sign-in page where it is that %s", (_which, path) => {
    const answer = asked(path, LINK);
    expect(answer.headers.get("location")).toBe(`${CONSOLE}/sign-in?return=${encodeURIComponent(path)}`);
  });

  test.each([
    ["a form that another site sends", "/sandbox/activity", {}, "POST"],
    ["a page for strangers", "/sign-in/link/token", {}, "GET"],
    ["a request with a cookie", "/sandbox/activity", COOKIE, "GET"],
  ])("is not what %s is", async (_which, path, more, method) => {
    const answer = asked(path, { ...LINK, ...more }, method);
    expect(answer.headers.get("x-middleware-next")).toBe("1");
    expect(await answer.text()).toBe("");
  });
});
