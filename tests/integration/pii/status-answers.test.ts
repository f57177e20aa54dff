import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registrations } from "@/drizzle/schema/registrations";
import type { Ctx } from "@/lib/auth/context";
import type { Role } from "@/lib/auth/permissions";
import { checkDeposit } from "@/lib/deposits/queries";
import { checkPlayerStatus, registerPlayer } from "@/lib/kyc/commands";
import { getPlayer } from "@/lib/kyc/queries";
import type { Answer } from "@/lib/payments-api/client";
import type { Failure } from "@/lib/payments-api/failure";
import { err } from "@/lib/result";
import { checkOrderStatus, lookUpOrder } from "@/lib/transactions/commands";
import { accepted } from "../../support/callbacks";
import type { TestContext } from "../../support/context";
import { openAtService } from "../../support/service";

let context: TestContext;
beforeAll(async () => {
  ({ context } = await openAtService());
});
afterAll(() => context.close());

const HOLDER = "ヤマダ　タロウ";
const refusal: Failure = {
  ...{ kind: "refused", status: 400, message: `Unknown holder ${HOLDER}` },
  fields: ["destinationAccountName: ﾔﾏﾀﾞ ﾀﾛｳ", "amount"],
};
const masked = { message: "Unknown holder •••", fields: ["destinationAccountName: •••", "amount"] };
const hidden = { message: "•••", fields: [] };

/** A user, or a job, for whom the service refuses every status check and repeats a name. */
async function refused(role: Role | "job"): Promise<Ctx> {
  const ctx = await context.as(role);
  const refusing = async <T>(asked: Promise<Answer<T>>): Promise<Answer<T>> => ({
    ...(await asked),
    result: err(refusal),
  });
  const { transaction, kycStatus } = ctx.api;
  return {
    ...ctx,
    api: {
      ...ctx.api,
      transaction: (id) => refusing(transaction(id)),
      kycStatus: (playerId) => refusing(kycStatus(playerId)),
    },
  };
}

const noAnswer = (shown: object) => ({ kind: "no_answer", failure: { ...refusal, ...shown } });

describe("a refused status check that repeats a name shows it to those who see names", () => {
  const READERS = [
    ["support", masked],
    ["finance", masked],
    ["ops", {}],
    ["job", {}],
  ] as const;

  test.each(READERS)("of an order: %s", async (role, shown) => {
    const order = await accepted(context);
    expect(await checkOrderStatus(await refused(role), order)).toEqual({ ok: false, error: noAnswer(shown) });
  });

  test.each(READERS)("of a player: %s", async (role, shown) => {
    const playerId = `p-${role}`;
    await registerPlayer(await context.as("ops"), {
      formId: crypto.randomUUID(),
      playerId,
      userName: HOLDER,
      replaces: null,
    });
    expect(await checkPlayerStatus(await refused(role), { playerId })).toEqual({ ok: false, error: noAnswer(shown) });
  });

  test.each([
    ["support", masked],
    ["ops", {}],
  ] as const)("before a deposit: %s", async (role, shown) => {
    const playerId = `p-deposit-${role}`;
    await registerPlayer(await context.as("ops"), {
      formId: crypto.randomUUID(),
      playerId,
      userName: HOLDER,
      replaces: null,
    });
    expect((await checkDeposit(await refused(role), { currency: "JPY", playerId })).player).toEqual(noAnswer(shown));
  });

  test.each([
    ["support", hidden],
    ["ops", {}],
    ["job", {}],
  ] as const)("of an order or a player of whom no name is on record: %s", async (role, shown) => {
    const ctx = await refused(role);
    expect(await lookUpOrder(ctx, { id: "WD-not-held" })).toEqual({ ok: false, error: noAnswer(shown) });
    expect(await checkPlayerStatus(ctx, { playerId: "p-none" })).toEqual({ ok: false, error: noAnswer(shown) });
  });
});

test.each([
  ["others", []],
  ["others and we", [{ userName: "サトウ　ジロウ", supersededAt: new Date(0) }]],
])(
  "the page of a player whom %s registered hides what the service says, as the answer to the press does",
  async (by, ours) => {
    const playerId = `p-by-${by}`;
    const at = context.clock.now;
    const others = { environment: "sandbox", playerId, currency: "JPY", createdAt: at, updatedAt: at } as const;
    await context.db.insert(registrations).values([others, ...ours.map((one) => ({ ...others, ...one }))]);
    expect(await checkPlayerStatus(await refused("support"), { playerId })).toEqual({
      ok: false,
      error: noAnswer(hidden),
    });
    const failuresFor = async (role: Role) => {
      const view = await getPlayer(await context.as(role), { playerId });
      return view!.timeline.flatMap((entry) => (entry.kind === "asked" ? [entry.failure] : []));
    };
    expect(await failuresFor("support")).toEqual([{ ...refusal, ...hidden }]);
    expect(await failuresFor("ops")).toEqual([refusal]);
  },
);
