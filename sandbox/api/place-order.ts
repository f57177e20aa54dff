import { refuseOwnAddress } from "../callbacks/url";
import { DECIMALS } from "../money/currencies";
import { createOrder, type NewOrder } from "../orders/create";
import { accountOf, type Order } from "../orders/order";
import { orderOutcome } from "../scenarios/default-outcomes";
import { scenarioOf } from "../scenarios/scenarios";
import { invalid, Refusal } from "../wire/refusal";
import type { Call } from "./endpoint";

type Wanted = Omit<NewOrder, "merchant" | "createdAt" | "resultAt" | "resultStatus">;

/** Creates the order, or refuses it by the balance or the merchant's settings. */
export async function placeOrder({ sandbox, merchant }: Call, wanted: Wanted): Promise<Order> {
  refuseOwnAddress(wanted.callbackUrl, sandbox.ownPorts);
  const scenario = scenarioOf(wanted.referenceId, accountOf(wanted));
  if (scenario?.insufficient) throw insufficient();
  const outcome = orderOutcome(merchant, scenario, wanted.amount.toFixed(DECIMALS[wanted.currency]));
  const creation = await createOrder(sandbox.pool, {
    ...wanted,
    ...outcome,
    merchant,
    createdAt: sandbox.clock.now(),
  });
  switch (creation.kind) {
    case "created":
      return creation.order;
    case "repeated":
      if (merchant.repeatedReference === "same" && creation.earlier.type === wanted.type) return creation.earlier;
      throw invalid("referenceId: was used before");
    case "insufficient":
      throw insufficient();
  }
}

const insufficient = () => new Refusal(400, "Insufficient available balance");
