/**
 * What a row of a reconciliation is. The first two are lost money and unhappy players and head every page; a run lists
 * its rows in this order.
 */
export const CLASSES = [
  "credited_not_completed",
  "completed_not_credited",
  "amount_differs",
  "only_in_ledger",
  "only_at_service",
  "across_cutoff",
  "matched",
] as const;
export type RowClass = (typeof CLASSES)[number];

/** A person has to find out about these. */
export const EXCEPTION_CLASSES = [
  "credited_not_completed",
  "completed_not_credited",
  "amount_differs",
  "only_in_ledger",
  "only_at_service",
] as const satisfies RowClass[];
export type ExceptionClass = (typeof EXCEPTION_CLASSES)[number];

/** What is known of a ledger row, an order, or the two that one key joins. The place of a fact is its bit. */
export const FACTS = [
  "hasLedger",
  "hasOrder",
  /** The ledger counts the money as moved. */
  "isBooked",
  /** The service has paid or received the money. */
  "isCompleted",
  "isDeposit",
  /** Type, currency and amount agree. */
  "isSame",
  "isLedgerInside",
  "isOrderInside",
  /** It was completed shortly before the period ended, and the ledger may have it in its next file, not compared yet. */
  "isNearEnd",
  /** Another run has the order with a booked row of its ledger; `isSame` then says whether the two agree by now. */
  "isJoinedElsewhere",
  /** The run of the day before left the order for this ledger. */
  "isCarriedOver",
] as const;
export type Fact = (typeof FACTS)[number];
export type Facts = Record<Fact, boolean>;

/** The one place where a class is decided; null for what this period does not concern. */
export function classOf(facts: Facts): RowClass | null {
  if (facts.hasLedger && facts.hasOrder) return classOfPair(facts);
  if (facts.hasLedger) return facts.isLedgerInside ? "only_in_ledger" : null;
  if (!facts.hasOrder || !facts.isCompleted) return null;
  if (facts.isJoinedElsewhere && !facts.isSame) return "amount_differs";
  if (facts.isJoinedElsewhere) return facts.isOrderInside ? "across_cutoff" : null;
  if (facts.isNearEnd) return "across_cutoff";
  return facts.isDeposit ? "completed_not_credited" : "only_at_service";
}

function classOfPair(facts: Facts): RowClass | null {
  const { isBooked, isCompleted, isSame, isLedgerInside, isOrderInside } = facts;
  if (!isLedgerInside && !isOrderInside && !facts.isCarriedOver) return null;
  if (isBooked && isCompleted) {
    if (!isSame) return "amount_differs";
    return isLedgerInside && isOrderInside ? "matched" : "across_cutoff";
  }
  if (isBooked) return "credited_not_completed";
  if (isCompleted && facts.isJoinedElsewhere) return isSame ? "across_cutoff" : "amount_differs";
  if (isCompleted) return facts.isNearEnd ? "across_cutoff" : "completed_not_credited";
  return isSame ? "matched" : "amount_differs";
}

const factsOf = (bits: number) =>
  Object.fromEntries(FACTS.map((fact, at) => [fact, (bits & (1 << at)) !== 0])) as Facts;

/** Of facts that make no class. */
export const NO_CLASS = 255;

/**
 * The decision for every set of facts by its bits, as the place of the class among `CLASSES`: the database decides a
 * million rows by this very function. A byte is read in one step, whichever it is.
 */
export const CLASS_BY_BITS = Uint8Array.from({ length: 1 << FACTS.length }, (_none, bits) => {
  const found = classOf(factsOf(bits));
  return found === null ? NO_CLASS : CLASSES.indexOf(found);
});
