import { afterAll, beforeAll, expect, test, vi } from "vitest";

const CONSOLE = "http://127.0.0.1:3000";
const checkDeposit = vi.fn(async () => ({ open: [] }));
let POST: (request: Request, context: { params: Promise<{ environment: string }> }) => Promise<Response>;
beforeAll(async () => {
  const settings = {
    DATABASE_URL: "postgres://choba@127.0.0.1:1/choba",
    ...{ APP_URL: CONSOLE, AUTH_SECRET: "0123456789abcdef0123456789abcdef", NEXTAUTH_URL: "" },
    PAYMENTS_SANDBOX_BASE_URL: "http://127.0.0.1:4010/",
    ...{ PAYMENTS_SANDBOX_API_KEY: "sandbox-key", PAYMENTS_SANDBOX_SECRET_KEY: "sandbox-secret" },
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  const support = { kind: "user", id: "s", name: "S", email: "s@test.example", role: "support" };
  vi.doMock("next/headers", () => ({ headers: async () => new Headers() }));
  vi.doMock("@/lib/http/current-user", () => ({ currentUser: async () => support }));
  vi.doMock("@/lib/deposits/queries", () => ({ checkDeposit }));
  ({ POST } = await import("@/app/api/[environment]/deposits/checks/route"));
});
afterAll(() => {
  for (const path of ["next/headers", "@/lib/http/current-user", "@/lib/deposits/queries"]) vi.doUnmock(path);
  vi.unstubAllEnvs();
  vi.resetModules();
});

const ask = (from: { origin?: string }) => {
  const body = JSON.stringify({ currency: "JPY", playerId: "p-1" });
  const headers = { ...from, "content-length": String(body.length) };
  const request = new Request(`${CONSOLE}/api/sandbox/deposits/checks`, { method: "POST", headers, body });
  return POST(request, { params: Promise.resolve({ environment: "sandbox" }) });
};

test("the checks of a deposit keep what the service says, so that a page of another origin cannot ask for them", async () => {
  for (const headers of [{ origin: "https://other.example" }, { origin: "null" }, {}])
    expect((await ask(headers)).status).toBe(403);
  expect(checkDeposit).not.toHaveBeenCalled();
  expect((await ask({ origin: CONSOLE })).status).toBe(200);
  expect(checkDeposit).toHaveBeenCalledOnce();
});
