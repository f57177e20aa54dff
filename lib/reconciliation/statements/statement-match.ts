import { addBankDays } from "@/lib/japan/bank-days";
import { type Amount, absolute, compareAmounts, sameAmount, subtractAmounts, timesAmount } from "@/lib/money/amount";
import { tokyoDay } from "@/lib/time";

/** So many bank days may lie between the bank's day and that of the movement. */
export const MATCH_BANK_DAYS = 3;
/** So many for what is offered to a person. */
const OFFER_BANK_DAYS = 10;
/** The same in days of the calendar, over the longest holidays; the database narrows by it. */
export const OFFER_DAYS = 25;
/** Amounts are offered that differ by no more than this part. */
const OFFER_PART = 0.01;

export const ENTRY_STATES = ["unmatched", "matched", "broken"] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** Why a movement is offered: several fit, its day is farther away, or its amount is another. */
export const OFFER_REASONS = ["ambiguous", "days", "amount"] as const;
export type OfferReason = (typeof OFFER_REASONS)[number];

/** The parts of the address of the list; the entry that is open beside it is another. */
export const ENTRIES_ADDRESS = ["statement", "state", "currency", "from", "to", "q", "after", "before"] as const;
export const ENTRY_OPENED = "entry";

type Span = { from: Date; until: Date };

/** Whether the bank's day is within so many bank days of the days of a movement. */
function isNear(bookedOn: string, { from, until }: Span, bankDays: number): boolean {
  return bookedOn >= addBankDays(tokyoDay(from), -bankDays) && bookedOn <= addBankDays(tokyoDay(until), bankDays);
}

type Pair = { entryId: string; movementId: string; bookedOn: string } & Span;

/** The pairs of the same amount whose days fit and of which neither side fits another one. */
export function certainPairs<P extends Pair>(pairs: readonly P[]): P[] {
  const near = pairs.filter((pair) => isNear(pair.bookedOn, pair, MATCH_BANK_DAYS));
  const isAlone = (key: "entryId" | "movementId") => {
    const groups = Map.groupBy(near, (pair) => pair[key]);
    return (pair: P) => groups.get(pair[key])?.length === 1;
  };
  return near.filter(isAlone("entryId")).filter(isAlone("movementId"));
}

type Entry = { bookedOn: string; movementAmount: Amount };

/** Why a movement may be an entry's other end, or null where it is too far from it. */
export function offerReason(
  { bookedOn, movementAmount }: Entry,
  movement: Span & { amount: Amount },
): OfferReason | null {
  const isSame = sameAmount(movementAmount, movement.amount);
  if (isNear(bookedOn, movement, MATCH_BANK_DAYS)) {
    if (isSame) return "ambiguous";
    const difference = absolute(subtractAmounts(movementAmount, movement.amount));
    return compareAmounts(difference, timesAmount(absolute(movementAmount), OFFER_PART)) <= 0 ? "amount" : null;
  }
  return isSame && isNear(bookedOn, movement, OFFER_BANK_DAYS) ? "days" : null;
}
