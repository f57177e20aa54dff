import { afterEach, expect, test, vi } from "vitest";
import { prove } from "@/components/sign-in/endpoints";
import { signWithPasskey } from "@/components/sign-in/passkey";
import { isSignedOut } from "@/lib/fetch-view";

const CONSOLE = "https://console.example";
const PROOF = { by: "code", code: "123456" } as const;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The console answers each request by its path. */
function answering(answers: Record<string, Response>) {
  vi.stubGlobal("location", { origin: CONSOLE });
  vi.stubGlobal("fetch", async (path: string) => answers[path]);
}

test.each([
  ["/sandbox", "right"],
  ["/sign-in?error=CredentialsSignin", "refused"],
  ["/sign-in?error=throttled", "throttled"],
  ["/sign-in?error=signed_out", "signed_out"],
])("a proof that leads to %s was %s", async (to, answer) => {
  answering({
    "/api/auth/csrf": Response.json({ csrfToken: "token" }),
    "/api/auth/callback/proof": Response.json({ url: CONSOLE + to }),
  });
  expect(await prove(PROOF)).toBe(answer);
});

test("a proof that could not be judged is no answer", async () => {
  answering({
    "/api/auth/csrf": Response.json({ csrfToken: "token" }),
    "/api/auth/callback/proof": Response.json({ url: `${CONSOLE}/sign-in?error=unavailable` }),
  });
  await expect(prove(PROOF)).rejects.toThrow("unavailable");
});

test.each([
  [401, true],
  [403, false],
])("a passkey that is asked for without a session is not called unverified: %s", async (status, isOver) => {
  answering({ "/api/passkey-challenge": new Response(null, { status }) });
  const failed = await signWithPasskey().catch((error: unknown) => error);
  expect(isSignedOut(failed)).toBe(isOver);
});
