import { sameAmount } from "@/lib/money/amount";
import { isClosedByOperations, isHint, isPaid, observe, type Source, type Status } from "./state";

/** What we made of a report. */
export const VERDICTS = ["moved", "same", "hint", "conflict", "mismatch"] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * Why an order contradicts itself: two believed reports exclude each other; its record was changed after it was
 * requested; it was given up for lost, and then turned up.
 */
export const CONFLICTS = ["reports", "altered", "double"] as const;
export type ConflictKind = (typeof CONFLICTS)[number];

/** The facts of an order that never change. A report that disagrees with one is not about our order. */
export const IDENTITY = ["referenceId", "transactionId", "type", "currency", "amount"] as const;

/** A word about an order, from whichever way it came. Absent fields were not said; amounts are decimal strings. */
export type Report = {
  source: Source;
  status: Status;
  fee?: string | null | undefined;
  netAmount?: string | null | undefined;
  actualAmount?: string | null | undefined;
  playerId?: string | null | undefined;
  method?: string | null | undefined;
} & Partial<Record<(typeof IDENTITY)[number], string | null | undefined>>;

/** What we hold of the order that is reported on. */
export type Held = Record<Exclude<(typeof IDENTITY)[number], "transactionId">, string> & {
  transactionId: string | null;
  status: Status | null;
  /** A COMPLETED callback that proved nothing is on record. */
  hintedPaid: boolean;
};

export type Judgement = {
  verdict: Verdict;
  /** Two stories about one order: a person has to look. */
  conflict: boolean;
  /** The facts in which report and record disagree. */
  disagreements: (typeof IDENTITY)[number][];
};

/** What a report means for an order, whatever came before it and in whatever order. */
export function judge(held: Held, report: Report): Judgement {
  const disagreements = IDENTITY.filter((fact) => disagrees(fact, held[fact], report[fact]));
  const proven = !isHint(report.source, report.status);
  // Anyone can send an unsigned mismatch; one that the service itself stands for is a contradiction.
  if (disagreements.length > 0) return { verdict: "mismatch", conflict: proven, disagreements };
  if (!proven) {
    const conflict = isPaid(report.status) && isClosedByOperations(held.status);
    return { verdict: "hint", conflict, disagreements };
  }

  const seen = observe(held.status, report.status);
  switch (seen.kind) {
    case "conflict":
      return { verdict: "conflict", conflict: true, disagreements };
    case "same":
      return { verdict: "same", conflict: false, disagreements };
    case "moved": {
      // Operations closed it and somebody says that it was paid: both may be true, and only a person can tell.
      const reopened = isClosedByOperations(held.status);
      const contested = isClosedByOperations(seen.to) && held.hintedPaid;
      return { verdict: "moved", conflict: reopened || contested, disagreements };
    }
  }
}

function disagrees(fact: (typeof IDENTITY)[number], held: string | null, said: string | null | undefined): boolean {
  if (held === null || said == null) return false;
  return fact === "amount" ? !sameAmount(held, said) : held !== said;
}
