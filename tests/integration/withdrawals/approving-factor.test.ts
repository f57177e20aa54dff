import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { inviteUser } from "@/lib/team/user-changes";
import { decideRules, proposeRules } from "@/lib/withdrawals/approval-rule-changes";
import { decideWithdrawal } from "@/lib/withdrawals/approvals";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm } from "../../support/forms";
import { orderOf, requested } from "../../support/orders";
import { type App, codeOf, prove, setUpApp, signedIn, wait, within } from "../../support/sign-in";

let context: TestContext;
let app: App;

beforeAll(async () => {
  context = await openTestContext();
  await context.as("approver");
  app = await setUpApp(context, await within(context, await signedIn(context, "approver")));
});
afterAll(() => context.close());
// The limits on guessing drain away between tests.
beforeEach(() => wait(context, 24 * 3600));

async function waiting() {
  const order = await requested(context, { amount: "688,000" });
  const [intent] = await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, order.id));
  return { referenceId: order.referenceId, digest: intent!.digest };
}

/** Signed in with both steps. */
async function enter(): Promise<string> {
  const entered = await prove(context, await signedIn(context, "approver"), codeOf(context, app));
  if (!entered.ok) throw new Error(entered.error.kind);
  wait(context, 30);
  return entered.value.sessionId;
}

const approve = (ctx: Ctx, order: { referenceId: string; digest: string }) =>
  decideWithdrawal(ctx, { ...order, decision: "approved" });
const NEEDED = { ok: false, error: { kind: "proof_needed", means: ["code", "recovery_code"] } };

describe("an approval by a user with a second factor", () => {
  test("counts within five minutes of showing it", async () => {
    const ctx = await within(context, await enter());
    expect(await approve(ctx, await waiting())).toMatchObject({ ok: true });
  });

  test("is not taken later, and changes nothing", async () => {
    const ctx = await within(context, await enter());
    wait(context, 301);
    const order = await waiting();
    expect(await approve(ctx, order)).toEqual(NEEDED);
    expect(await orderOf(context, order.referenceId)).toMatchObject({ submission: "awaiting_approval" });
  });

  test("is taken after it was shown once more", async () => {
    const id = await enter();
    wait(context, 301);
    const order = await waiting();
    const shown = await prove(context, id, codeOf(context, app));
    expect(await approve(await within(context, shown.ok ? shown.value.sessionId : ""), order)).toMatchObject({
      ok: true,
    });
  });

  test("is not taken for a code that was used before", async () => {
    const id = await enter();
    wait(context, 301);
    const code = codeOf(context, app);
    const elsewhere = await prove(context, await signedIn(context, "approver"), code);
    expect(elsewhere).toMatchObject({ ok: true });
    expect(await prove(context, id, code)).toMatchObject({ ok: false });
    expect(await approve(await within(context, id), await waiting())).toEqual(NEEDED);
  });

  test("is not taken for what another session has shown", async () => {
    const here = await enter();
    wait(context, 301);
    const ctx = await within(context, here);
    await enter();
    expect(await approve(ctx, await waiting())).toEqual(NEEDED);
  });

  test("is not taken without any session", async () => {
    expect(await approve(await context.as("approver"), await waiting())).toEqual(NEEDED);
  });

  test("is not asked for one to decline or send back: no money moves", async () => {
    const ctx = await within(context, await enter());
    wait(context, 301);
    const declined = await decideWithdrawal(ctx, { ...(await waiting()), decision: "declined", reason: "請求書なし" });
    expect(declined).toMatchObject({ ok: true });
  });
});

const PASSWORD_NEEDED = { ok: false, error: { kind: "proof_needed", means: ["password"] } };

describe("a user without a second factor is asked for a fresh password", () => {
  /** Signed in with the password longer ago than it counts; and the same after it was shown again. */
  async function stale(role: "admin" | "ops") {
    await context.as(role);
    const id = await signedIn(context, role);
    wait(context, 301);
    const stepUp = async () => {
      const shown = await prove(context, id, { by: "password", password: `password of ${role}` });
      return within(context, shown.ok ? shown.value.sessionId : "");
    };
    return { ctx: await within(context, id), stepUp };
  }

  test("to approve", async () => {
    const { ctx, stepUp } = await stale("admin");
    const order = await waiting();
    expect(await approve(ctx, order)).toEqual(PASSWORD_NEEDED);
    expect(await orderOf(context, order.referenceId)).toMatchObject({ submission: "awaiting_approval" });
    expect(await approve(await stepUp(), order)).toMatchObject({ ok: true });
  });

  test("to request an amount above the first threshold, and for no smaller one", async () => {
    const { ctx, stepUp } = await stale("ops");
    const small = withdrawalInput.parse(typedForm({ amount: "99,999" }));
    expect(await requestWithdrawal(ctx, small)).toMatchObject({ ok: true });
    const large = withdrawalInput.parse(typedForm({ amount: "100,000" }));
    expect(await requestWithdrawal(ctx, large)).toEqual(PASSWORD_NEEDED);
    const made = await requestWithdrawal(await stepUp(), large);
    expect(made).toMatchObject({ ok: true });
    // What was requested already is found again without another proof.
    wait(context, 301);
    expect(await requestWithdrawal(ctx, large)).toEqual(made);
  });

  test("to propose other rules, and to change people", async () => {
    const { ctx } = await stale("admin");
    expect(await proposeRules(ctx, { rules: [] })).toEqual(PASSWORD_NEEDED);
    expect(await inviteUser(ctx, { email: "new@test.example", role: "viewer" })).toEqual(PASSWORD_NEEDED);
  });
});

test("the rules are proposed and put in force with a fresh factor only; dropping one needs none", async () => {
  const rules = [{ currency: "JPY", from: "0", approvers: 2 as const }];
  const proposed = await proposeRules(await context.another("admin"), { rules });
  const proposalId = proposed.ok ? proposed.value.proposalId : "";
  await context.as("admin");
  const ctx = await within(context, await signedIn(context, "admin"));
  await setUpApp(context, ctx);
  wait(context, 301);
  expect(await decideRules(ctx, { proposalId, apply: true })).toEqual(NEEDED);
  expect(await proposeRules(ctx, { rules: [] })).toEqual(NEEDED);
  expect(await decideRules(ctx, { proposalId, apply: false })).toEqual({ ok: true, value: { kind: "dropped" } });
});
