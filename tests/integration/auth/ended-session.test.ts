import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { endAll, revokeSession } from "@/lib/auth/sessions";
import { openTestContext, type TestContext } from "../../support/context";
import { depsOf, setUpApp, signedIn, wait, within } from "../../support/sign-in";

const SECRET = "0123456789abcdef0123456789abcdef";
const SETTINGS = {
  DATABASE_URL: "postgres://choba@127.0.0.1:1/choba",
  ...{ APP_URL: "http://127.0.0.1:3000", AUTH_SECRET: SECRET, NEXTAUTH_URL: "" },
  PAYMENTS_SANDBOX_BASE_URL: "http://127.0.0.1:4010/",
  ...{ PAYMENTS_SANDBOX_API_KEY: "sandbox-key", PAYMENTS_SANDBOX_SECRET_KEY: "sandbox-secret" },
};
let context: TestContext;
let cookie: string | undefined;
let hasEndedSession: typeof import("@/lib/http/current-user").hasEndedSession;
beforeAll(async () => {
  context = await openTestContext();
  await context.as("ops");
  for (const [name, value] of Object.entries(SETTINGS)) vi.stubEnv(name, value);
  // Settings are read once; another file may have read others in this process.
  vi.resetModules();
  const jar = {
    get: () => (cookie === undefined ? undefined : { value: cookie }),
    has: () => cookie !== undefined,
  };
  vi.doMock("next/headers", () => ({ cookies: async () => jar }));
  vi.doMock("@/lib/auth/context", () => ({ signInDeps: () => depsOf(context) }));
  ({ hasEndedSession } = await import("@/lib/http/current-user"));
});
afterAll(async () => {
  vi.doUnmock("next/headers");
  vi.doUnmock("@/lib/auth/context");
  vi.unstubAllEnvs();
  vi.resetModules();
  await context.close();
});

const isSaid = async (sessionId: string) => {
  cookie = await encode({ token: { sid: sessionId }, secret: SECRET });
  return hasEndedSession();
};

test("a browser without a session cookie was not signed out: a first visit, or the user's own sign-out", async () => {
  cookie = undefined;
  expect(await hasEndedSession()).toBe(false);
});

test("an open session has not ended", async () => {
  expect(await isSaid(await signedIn(context, "ops"))).toBe(false);
});

test("a session that waits for the second step has not ended", async () => {
  await context.as("finance");
  await setUpApp(context, await within(context, await signedIn(context, "finance")));
  expect(await isSaid(await signedIn(context, "finance"))).toBe(false);
});

test.each([
  ["by time", async () => wait(context, 16 * 60)],
  ["from another device", async (session: string) => revokeSession(depsOf(context), session)],
  [
    "by an admin",
    async () => {
      const { actor } = await context.as("ops");
      await context.db.transaction((tx) => endAll(tx, context.clock.now, actor.id));
    },
  ],
])("a session that was ended %s is one", async (_how, end) => {
  const session = await signedIn(context, "ops");
  await end(session);
  expect(await isSaid(session)).toBe(true);
});

test("so is one whose cookie cannot be read any more", async () => {
  cookie = "sealed with a secret that has gone";
  expect(await hasEndedSession()).toBe(true);
});
