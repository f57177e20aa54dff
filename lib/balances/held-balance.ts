import { type Amount, addAmounts, compareAmounts, isZero, subtractAmounts } from "@/lib/money/amount";

/** A withdrawal that is known here and not final. */
export type InFlight = {
  amount: Amount;
  /** Null until the service has said it. */
  fee: Amount | null;
  /** Whether the service has it at all is not known: then it may or may not hold its amount. */
  isUncertain: boolean;
};

/** What explains the difference between ledger and available. All amounts are of one currency. */
export type Explanation = {
  held: Amount;
  /** Withdrawals that the service has accepted. */
  accepted: { count: number; amount: Amount; fees: Amount; withoutFee: number };
  /** Withdrawals with an unknown outcome. */
  uncertain: { count: number; amount: Amount };
  /** What accepted withdrawals leave unexplained; negative where they hold more than the service does. */
  rest: Amount;
};

/** Creating a withdrawal holds its amount plus its fee (merchant-payments-api.md, "POST /withdraw"). */
export function explainHeld(balance: { available: Amount; ledger: Amount }, inFlight: InFlight[]): Explanation {
  const held = subtractAmounts(balance.ledger, balance.available);
  const certain = inFlight.filter(({ isUncertain }) => !isUncertain);
  const doubted = inFlight.filter(({ isUncertain }) => isUncertain);
  const amount = sum(certain.map((one) => one.amount));
  const fees = sum(certain.flatMap(({ fee }) => fee ?? []));
  return {
    held,
    accepted: { count: certain.length, amount, fees, withoutFee: certain.filter(({ fee }) => fee === null).length },
    uncertain: { count: doubted.length, amount: sum(doubted.map((one) => one.amount)) },
    rest: subtractAmounts(held, addAmounts(amount, fees)),
  };
}

/**
 * The difference in parts that add up to it. Withdrawals with an unknown outcome are taken for held where what is left
 * covers all of them; then only the rest of that is unexplained.
 */
export function partsOfHeld({ accepted, uncertain, rest }: Explanation) {
  const isHeld = uncertain.count > 0 && compareAmounts(rest, uncertain.amount) >= 0;
  const held = isHeld ? uncertain : { count: 0, amount: "0" };
  const left = subtractAmounts(rest, held.amount);
  // More than the amounts themselves is no fee of theirs.
  const most = addAmounts(accepted.withoutFee > 0 ? accepted.amount : "0", held.amount);
  return {
    accepted: accepted.amount,
    fees: accepted.fees,
    uncertain: held.amount,
    rest: left,
    /** What the rest may be made of: fees that are not known yet, and some of several unknown outcomes. */
    perhaps: {
      fees: compareAmounts(left, most) <= 0 ? accepted.withoutFee + held.count : 0,
      outcomes: !isHeld && uncertain.count > 1 ? uncertain.count : 0,
    },
  };
}

/** Whether what no accepted withdrawal explains is exactly this one and its fee. It hints at an order, and proves none. */
export const restIsFor = ({ rest }: Explanation, amount: Amount, fee: Amount): boolean =>
  compareAmounts(rest, addAmounts(amount, fee)) === 0;

/** What to say of the rest. */
export function restIs({ rest, perhaps }: Pick<ReturnType<typeof partsOfHeld>, "rest" | "perhaps">) {
  if (isZero(rest)) return "none";
  if (compareAmounts(rest, "0") < 0) return "more_here";
  return perhaps.fees > 0 || perhaps.outcomes > 0 ? "perhaps_known" : "unknown";
}

const sum = (amounts: Amount[]): Amount => amounts.reduce(addAmounts, "0");
