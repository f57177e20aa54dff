import { afterAll, beforeAll, expect, test } from "vitest";
import { deliveries } from "@/drizzle/schema/deliveries";
import type { Ctx } from "@/lib/auth/context";
import {
  decideSignatureLock,
  proposeSignatureLock,
  retireCallbackAddress,
  rotateCallbackAddress,
} from "@/lib/callbacks/commands";
import { callbackAddress, getSignatureLock } from "@/lib/callbacks/queries";
import { openTestContext, type TestContext } from "../../support/context";
import { codeOf, prove, setUpApp, signedIn, wait, within } from "../../support/sign-in";

let context: TestContext;
let fresh: Ctx;

/** An admin with a second factor who has just shown it, and a colleague without one. */
beforeAll(async () => {
  context = await openTestContext();
  await context.as("admin");
  const app = await setUpApp(context, await within(context, await signedIn(context, "admin")));
  const entered = await prove(context, await signedIn(context, "admin"), codeOf(context, app));
  if (!entered.ok) throw new Error(entered.error.kind);
  fresh = await within(context, entered.value.sessionId);
  const signed = { environment: "sandbox" as const, headers: {}, body: Buffer.from("{}"), answered: 200 };
  const came = { ...signed, receivedAt: context.clock.now, signature: "valid" as const };
  await context.db.insert(deliveries).values(Array.from({ length: 100 }, () => came));
});
afterAll(() => context.close());

const NEEDED = { ok: false, error: { kind: "proof_needed", means: ["code", "recovery_code"] } };

test("callback addresses and the signature lock change only soon after the second factor was shown", async () => {
  const colleague = await context.another("admin");
  for (const isFresh of [true, false]) {
    if (!isFresh) wait(context, 301);
    const outcome = isFresh ? { ok: true } : NEEDED;
    await rotateCallbackAddress(colleague);
    expect(await rotateCallbackAddress(fresh)).toMatchObject(outcome);
    await rotateCallbackAddress(colleague);
    const { older } = await callbackAddress(fresh);
    expect(await retireCallbackAddress(fresh, { addressId: older[0]!.id })).toMatchObject(outcome);

    const { isLocked } = await getSignatureLock(fresh);
    expect(await proposeSignatureLock(fresh, { locks: !isLocked })).toMatchObject(outcome);
    const { proposal: own } = await getSignatureLock(fresh);
    // Dropping a proposal changes nothing, and asks for nothing.
    if (own) expect(await decideSignatureLock(fresh, { proposalId: own.id, apply: false })).toMatchObject({ ok: true });
    const proposed = await proposeSignatureLock(colleague, { locks: !isLocked });
    const proposalId = proposed.ok ? proposed.value.proposalId : "";
    expect(await decideSignatureLock(fresh, { proposalId, apply: true })).toMatchObject(outcome);
  }
});
