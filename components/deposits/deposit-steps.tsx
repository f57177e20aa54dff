import type { Environment } from "@/lib/environment";
import type { TransactionView } from "@/lib/transactions/schema";
import { CorrectDeposit } from "./correct-deposit";
import { CreateAgain } from "./create-again";
import { TurnedDown } from "./turned-down";

type Props = { environment: Environment; order: TransactionView; mayRegister: boolean };

/** What a person can do about a deposit that came to nothing, or may have. */
export function DepositSteps({ environment, order, mayRegister }: Props) {
  return (
    <>
      <TurnedDown environment={environment} order={order} mayRegister={mayRegister} />
      <CreateAgain environment={environment} order={order} />
      <CorrectDeposit environment={environment} order={order} />
    </>
  );
}
