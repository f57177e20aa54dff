import { refuseOwnAddress } from "../callbacks/url";
import { DECIMALS } from "../money/currencies";
import { fromUnits } from "../money/decimal";
import type { NewOrder } from "../orders/create";
import { accountOf, type Order } from "../orders/order";
import { scenarioOf } from "../scenarios/choose";
import { orderEnding } from "../scenarios/defaults";
import { invalid, Refusal } from "../wire/refusal";
import type { Call } from "./call";
import { nonceUsed } from "./nonce";

type Wanted = Omit<NewOrder, "merchant" | "nonce" | "createdAt" | "settleAt" | "settleAs">;

/** Makes the order, or refuses it as the books or the merchant's set-up demand. */
export async function placeOrder({ sandbox, merchant, nonce }: Call, wanted: Wanted): Promise<Order> {
  refuseOwnAddress(wanted.callbackUrl, sandbox.ownPorts);
  const scenario = scenarioOf(wanted.referenceId, accountOf(wanted));
  if (scenario?.insufficient) throw insufficient();
  const ending = orderEnding(merchant, scenario, fromUnits(wanted.amount, DECIMALS[wanted.currency]));
  const creation = await sandbox.createOrder({
    ...wanted,
    ...ending,
    merchant,
    nonce: nonce.handOver(),
    createdAt: sandbox.clock.now(),
  });
  switch (creation.kind) {
    case "created":
      if (ending.settleAt) sandbox.settlements.wake();
      return creation.order;
    case "repeated":
      if (merchant.repeatedReference === "same" && creation.earlier.type === wanted.type) return creation.earlier;
      throw invalid("referenceId: was used before");
    case "insufficient":
      throw insufficient();
    case "replayed":
      throw nonceUsed();
  }
}

const insufficient = () => new Refusal(400, "Insufficient available balance");
