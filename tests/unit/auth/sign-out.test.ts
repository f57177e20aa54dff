import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { NextRequest } from "next/server";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const SECRET = "0123456789abcdef0123456789abcdef";
const CONSOLE = "http://127.0.0.1:3000";
const SETTINGS = {
  // Nothing listens there.
  DATABASE_URL: "postgres://choba@127.0.0.1:1/choba",
  ...{ APP_URL: CONSOLE, AUTH_SECRET: SECRET, NEXTAUTH_URL: "" },
  PAYMENTS_SANDBOX_BASE_URL: "http://127.0.0.1:4010/",
  ...{ PAYMENTS_SANDBOX_API_KEY: "sandbox-key", PAYMENTS_SANDBOX_SECRET_KEY: "sandbox-secret" },
};
const require = createRequire(import.meta.url);
const NEXT_HEADERS = require.resolve("next/headers");
let request: NextRequest;
let answerAuth: typeof import("@/lib/next-auth/route").answerAuth;
beforeAll(async () => {
  for (const [name, value] of Object.entries(SETTINGS)) vi.stubEnv(name, value);
  // Settings are read once; another file may have read others in this process.
  vi.resetModules();
  // next-auth asks Next for these, which knows them only in a request of its own.
  require(NEXT_HEADERS);
  Object.assign(require.cache[NEXT_HEADERS] ?? {}, {
    exports: { cookies: async () => request.cookies, headers: async () => request.headers },
  });
  ({ answerAuth } = await import("@/lib/next-auth/route"));
});
afterAll(() => {
  delete require.cache[NEXT_HEADERS];
  vi.doUnmock("@/lib/auth/context");
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function signOut(token: Record<string, unknown>) {
  const csrf = `t|${createHash("sha256").update(`t${SECRET}`).digest("hex")}`;
  const session = await encode({ token, secret: SECRET });
  const body = "csrfToken=t&json=true";
  request = new NextRequest(`${CONSOLE}/api/auth/signout`, {
    method: "POST",
    headers: {
      cookie: `choba.csrf=${encodeURIComponent(csrf)}; choba.session=${session}`,
      ...{ "content-type": "application/x-www-form-urlencoded", "content-length": String(body.length) },
    },
    body,
  });
  const answer = await answerAuth(request, { params: Promise.resolve({ nextauth: ["signout"] }) });
  return { status: answer.status, isForgotten: /choba\.session=;/.test(answer.headers.get("set-cookie") ?? "") };
}

test("a sign-out that revokes no session, as the database fails, is answered as failed and keeps the cookie", async () => {
  expect(await signOut({ sid: "a-session" })).toEqual({ status: 503, isForgotten: false });
  // There is nothing to revoke.
  expect(await signOut({})).toEqual({ status: 200, isForgotten: true });
});

test("so is one that does not get as far as the database", async () => {
  vi.resetModules();
  vi.doMock("@/lib/auth/context", () => ({
    signInDeps: () => {
      throw new Error("no settings");
    },
  }));
  const { authOptions } = await import("@/lib/next-auth/options");
  const onNotRevoked = vi.fn();
  const signsOut = async () => authOptions(onNotRevoked).events?.signOut?.({ token: { sid: "a-session" } } as never);
  await expect(signsOut()).rejects.toThrow("no settings");
  expect(onNotRevoked).toHaveBeenCalledOnce();
});
