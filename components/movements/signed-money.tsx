import { Money } from "@/components/display/money";
import { absolute } from "@/lib/money/amount";

/** An amount with its sign: a plus for what came into the balance. */
export const SignedMoney = ({ amount, currency }: { amount: string; currency: string }) => (
  <span className="figures whitespace-nowrap">
    {amount.startsWith("-") ? "−" : "+"}
    <Money amount={absolute(amount)} currency={currency} />
  </span>
);
