import type { Merchant } from "../merchants/file";
import { DECIMALS } from "../money/currencies";
import { fromUnits } from "../money/decimal";
import type { NewOrder } from "../orders/create";
import type { Order } from "../orders/order";
import type { Sandbox } from "../sandbox";
import { orderEnding } from "../scenarios";
import { invalid, Refusal } from "../wire/refusal";

type Wanted = Omit<NewOrder, "merchant" | "createdAt" | "settleAt" | "settleAs">;

/** Makes the order, or refuses it as the books or the merchant's set-up demand. */
export async function placeOrder(sandbox: Sandbox, merchant: Merchant, wanted: Wanted): Promise<Order> {
  const ending = orderEnding(merchant, fromUnits(wanted.amount, DECIMALS[wanted.currency]), Date.now());
  const creation = await sandbox.createOrder({ ...wanted, ...ending, merchant, createdAt: sandbox.clock.now() });
  switch (creation.kind) {
    case "created":
      if (ending.settleAt) sandbox.settlements.wake();
      return creation.order;
    case "repeated":
      if (merchant.repeatedReference === "same") return creation.earlier;
      throw invalid("referenceId: was used before");
    case "insufficient":
      throw new Refusal(400, "Insufficient available balance");
  }
}
