import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey, decideUnattended, proposeUnattended } from "@/lib/api-keys/commands";
import type { Ctx } from "@/lib/auth/context";
import { decideLimits, proposeLimits } from "@/lib/limits/commands";
import { addChannel, removeChannel } from "@/lib/notifications/commands";
import { openTestContext, type TestContext } from "../../support/context";
import { signedIn, wait, within } from "../../support/sign-in";

let context: TestContext;
let stale: Ctx;
let other: Ctx;

/** An admin without a second factor, who showed the password longer ago than it counts, and a colleague. */
beforeAll(async () => {
  context = await openTestContext();
  await context.as("admin");
  other = await context.another("admin");
  const id = await signedIn(context, "admin");
  wait(context, 301);
  stale = await within(context, id);
});
afterAll(() => context.close());

const NEEDED = { ok: false, error: { kind: "proof_needed", means: ["password"] } };
const limits = [{ currency: "JPY" as const, amount: "1000000" }];

test("without a second factor, removing a channel needs a fresh password", async () => {
  const added = await addChannel(other, { kind: "slack", name: "a", locale: "en", url: "https://hooks.example/1" });
  if (!added.ok) throw new Error(added.error.kind);
  const { channelId } = added.value;
  expect(await removeChannel(stale, { channelId })).toEqual(NEEDED);
  expect(await removeChannel(other, { channelId })).toMatchObject({ ok: true });
});

test("without a second factor, daily limits need a fresh password of both admins", async () => {
  expect(await proposeLimits(stale, { limits })).toEqual(NEEDED);
  const proposed = await proposeLimits(other, { limits });
  if (!proposed.ok) throw new Error(proposed.error.kind);
  expect(await decideLimits(stale, { ...proposed.value, apply: true })).toEqual(NEEDED);
  expect(await decideLimits(stale, { ...proposed.value, apply: false })).toMatchObject({ ok: true });
});

test("without a second factor, what a key may send unattended needs a fresh password of both admins", async () => {
  const key = { name: "k", scopes: ["orders:read" as const], networks: [], lastDay: "", limits };
  const made = await createApiKey(other, key);
  if (!made.ok) throw new Error(made.error.kind);
  const change = { keyId: made.value.keyId, limits };
  expect(await proposeUnattended(stale, change)).toEqual(NEEDED);
  const proposed = await proposeUnattended(other, change);
  if (!proposed.ok) throw new Error(proposed.error.kind);
  expect(await decideUnattended(stale, { ...proposed.value, apply: true })).toEqual(NEEDED);
  expect(await decideUnattended(stale, { ...proposed.value, apply: false })).toMatchObject({ ok: true });
});
