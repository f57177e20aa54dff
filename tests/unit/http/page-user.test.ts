import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { ok } from "@/lib/result";

const CONSOLE = "http://127.0.0.1:3000";
const SETTINGS = {
  DATABASE_URL: "postgres://choba@127.0.0.1:1/choba",
  ...{ APP_URL: CONSOLE, AUTH_SECRET: "0123456789abcdef0123456789abcdef", NEXTAUTH_URL: "" },
  PAYMENTS_SANDBOX_BASE_URL: "http://127.0.0.1:4010/",
  ...{ PAYMENTS_SANDBOX_API_KEY: "sandbox-key", PAYMENTS_SANDBOX_SECRET_KEY: "sandbox-secret" },
};
const BOB = { kind: "user", id: "bob", name: "Bob", email: "bob@test.example", role: "admin" };
let sent: Headers;
let action: typeof import("@/lib/http/action").action;
let viewRoute: typeof import("@/lib/http/view-route").viewRoute;
beforeAll(async () => {
  for (const [name, value] of Object.entries(SETTINGS)) vi.stubEnv(name, value);
  vi.resetModules();
  vi.doMock("next/headers", () => ({ headers: async () => sent }));
  vi.doMock("@/lib/http/current-user", () => ({ activeUser: async () => BOB, currentUser: async () => BOB }));
  ({ action } = await import("@/lib/http/action"));
  ({ viewRoute } = await import("@/lib/http/view-route"));
});
beforeEach(() => {
  sent = new Headers({ origin: CONSOLE });
});
afterAll(() => {
  vi.doUnmock("next/headers");
  vi.doUnmock("@/lib/http/current-user");
  vi.unstubAllEnvs();
  vi.resetModules();
});

const pageOf = (user: string) => sent.set("x-page-user", user);

test("an action of a page that was drawn for another user does nothing, and says why", async () => {
  const command = vi.fn(async () => ok("done"));
  const send = action(z.object({}), command);
  pageOf("alice");
  expect(await send("sandbox", {})).toEqual({ ok: false, error: { kind: "other_user" } });
  expect(command).not.toHaveBeenCalled();
  pageOf("bob");
  expect(await send("sandbox", {})).toEqual(ok("done"));
});

test("a view is not answered to a page that was drawn for another user", async () => {
  const query = vi.fn(async () => ({ seen: true }));
  const ask = async () =>
    viewRoute(query)(new Request(`${CONSOLE}/api/sandbox/x`), { params: Promise.resolve({ environment: "sandbox" }) });
  pageOf("alice");
  expect((await ask()).status).toBe(409);
  expect(query).not.toHaveBeenCalled();
  pageOf("bob");
  expect(await (await ask()).json()).toEqual({ seen: true });
});
