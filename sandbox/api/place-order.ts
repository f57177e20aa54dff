import type { z } from "zod";
import { refuseOwnAddress } from "../callbacks/url";
import { DECIMALS } from "../money/currencies";
import { createOrder, type NewOrder } from "../orders/create";
import { accountOf, type Order } from "../orders/order";
import { orderOutcome } from "../scenarios/default-outcomes";
import { scenarioOf } from "../scenarios/scenarios";
import { invalid, Refusal } from "../wire/refusal";
import type { Call } from "./endpoint";
import type { orderFields } from "./order-fields";

type Input = z.output<z.ZodObject<typeof orderFields>>;
type Terms = Pick<NewOrder, "type" | "amount" | "fee" | "currency" | "parties">;

/** Creates the order, or refuses it by the balance or the merchant's settings. */
export async function placeOrder({ sandbox, merchant }: Call, input: Input, terms: Terms): Promise<Order> {
  const { referenceId, playerId, callbackUrl, channel: method } = input;
  refuseOwnAddress(callbackUrl, sandbox.ownPorts);
  const scenario = scenarioOf(referenceId, accountOf(terms));
  if (scenario?.insufficient) throw insufficient();
  const outcome = orderOutcome(merchant, scenario, terms.amount.toFixed(DECIMALS[terms.currency]));
  const creation = await createOrder(sandbox.pool, {
    ...terms,
    ...outcome,
    ...{ referenceId, playerId, callbackUrl, method },
    merchant,
    createdAt: sandbox.clock.now(),
  });
  switch (creation.kind) {
    case "created":
      return creation.order;
    case "repeated":
      if (merchant.repeatedReference === "same" && creation.earlier.type === terms.type) return creation.earlier;
      throw invalid("referenceId: was used before");
    case "insufficient":
      throw insufficient();
  }
}

const insufficient = () => new Refusal(400, "Insufficient available balance");
