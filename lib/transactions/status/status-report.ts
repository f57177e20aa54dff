import { plainAmount, sameAmount, tellsApart } from "@/lib/money/amount";
import {
  type Age,
  type EndedAtSource,
  isClosedByOperations,
  isHint,
  isKnown,
  isPaid,
  observe,
  type Source,
  type Status,
} from "./status";

export const VERDICTS = ["moved", "same", "hint", "conflict", "mismatch"] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * Kinds of discrepancy: two believed reports exclude each other; the record was altered after the request; an order
 * known not to exist was found; the amount moved differs from the amount requested.
 */
export const DISCREPANCY_KINDS = ["reports", "altered", "double", "amount"] as const;
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number];

/** A contradiction of the record. `said` identifies it: repeated, it is not news. */
export type Discrepancy = { kind: DiscrepancyKind; said: string };

/** Facts of an order that never change. A report that differs in one is not about our order. */
const IDENTITY = ["referenceId", "transactionId", "type", "currency", "amount"] as const;

type Fact = (typeof IDENTITY)[number];

/** The last status that was believed, and when. */
type Believed = { status: Status | null; statusAt: Date | null };

/** A report about an order, from any source. Absent fields were not stated; amounts are decimal strings. */
export type Report = {
  source: Source;
  status: Status;
  fee?: string | null | undefined;
  netAmount?: string | null | undefined;
  actualAmount?: string | null | undefined;
  playerId?: string | null | undefined;
  method?: string | null | undefined;
  /** The service's times, if readable. Only order queries have them. */
  createdAt?: Date | null | undefined;
  updatedAt?: Date | null | undefined;
  /** What was on record when the query left that this answers. */
  askedOf?: Believed | undefined;
} & Partial<Record<Fact, string | null | undefined>>;

/** Our record of the order. */
export type Held = Record<Exclude<Fact, "transactionId">, string> & {
  transactionId: string | null;
  fee: string | null;
  endedAt: Date | null;
  endedAtSource: EndedAtSource | null;
  /** An unsigned COMPLETED callback is on record. */
  hintedPaid: boolean;
  /** The transaction ID that the report states is on record for another order. */
  isIdOfAnother: boolean;
} & Believed;

export type ReportOutcome = {
  verdict: Verdict;
  /** Contradictions, which need action. */
  discrepancies: Discrepancy[];
  /** The facts in which report and record differ. */
  disagreements: Fact[];
  /** One of two statuses is unknown to us, and which is newer is not known: the answer to a query decides. */
  mustAsk: boolean;
};

/**
 * What a report means for an order. Except for statuses unknown to us, the result does not depend on the order of arrival.
 */
export function applyReport(held: Held, report: Report): ReportOutcome {
  const differing = differingFacts(held, report);
  const disagreements = IDENTITY.filter(
    (fact) => differing.includes(fact) || (fact === "transactionId" && held.isIdOfAnother),
  );
  const proven = !isHint(report.source, report.status);
  // Anyone can send an unsigned mismatch; one stated by the service is a discrepancy.
  if (disagreements.length > 0) {
    const said = disagreements.map((fact) => `${fact} ${written(fact, report[fact])}`).join(", ");
    const discrepancies: Discrepancy[] = proven ? [{ kind: "reports", said }] : [];
    return { verdict: "mismatch", discrepancies, disagreements, mustAsk: false };
  }
  const excluded: Discrepancy = { kind: "reports", said: report.status };
  if (!proven) {
    const isContested = isPaid(report.status) && isClosedByOperations(held.status);
    return { verdict: "hint", discrepancies: isContested ? [excluded] : [], disagreements, mustAsk: false };
  }

  const age = ageOf(held, report);
  const seen = observe(held.status, report.status, age);
  const moved = otherAmount(held, report);
  switch (seen.kind) {
    case "conflict":
      return { verdict: "conflict", discrepancies: [excluded], disagreements, mustAsk: false };
    case "unproven":
      return { verdict: "hint", discrepancies: [], disagreements, mustAsk: true };
    case "same":
      return { verdict: "same", discrepancies: moved, disagreements, mustAsk: false };
    case "moved": {
      // Closed by operations and reported as paid: both may be true, so a user decides.
      const reopened = isClosedByOperations(held.status);
      const contested = isClosedByOperations(seen.to) && held.hintedPaid;
      const discrepancies = reopened || contested ? [excluded, ...moved] : moved;
      const mustAsk = held.status !== null && !isKnown(held.status) && age !== "newer";
      return { verdict: "moved", discrepancies, disagreements, mustAsk };
    }
  }
}

/**
 * A create answer is the first report about an order, and a query that left when the same was on record is answered later.
 * Otherwise only the service's own time says which is older: callbacks state none.
 */
function ageOf(held: Held, { source, updatedAt, askedOf }: Report): Age {
  const { endedAt, endedAtSource } = held;
  const isBeforeEnd = endedAtSource === "service" && endedAt !== null && updatedAt != null && updatedAt < endedAt;
  if (source === "create_answer" || isBeforeEnd) return "older";
  const isSame = askedOf?.status === held.status && askedOf.statusAt?.getTime() === held.statusAt?.getTime();
  return isSame ? "newer" : null;
}

/** The facts of our record that a report states otherwise. */
export const differingFacts = (
  held: Pick<Held, Fact>,
  report: Partial<Record<Fact, string | null | undefined>>,
): Fact[] => IDENTITY.filter((fact) => disagrees(fact, held[fact], report[fact]));

function disagrees(fact: Fact, held: string | null, said: string | null | undefined): boolean {
  if (held === null || said == null) return false;
  return fact === "amount" ? !sameAmount(held, said) : held !== said;
}

const written = (fact: Fact, said: string | null | undefined) =>
  fact === "amount" && said != null ? plainAmount(said) : said;

/**
 * "actualAmount … deposit: amount minus fee; withdrawal: amount plus fee" (merchant-payments-api.md, "Amounts"). A
 * difference larger than the fee is another amount. Without a stated fee nothing follows.
 */
function otherAmount(held: Held, { status, actualAmount, fee }: Report): Discrepancy[] {
  const known = fee ?? held.fee;
  if (!isPaid(status) || actualAmount == null || known === null) return [];
  if (!tellsApart(held.amount, actualAmount, known)) return [];
  return [{ kind: "amount", said: `actualAmount ${plainAmount(actualAmount)}` }];
}

const NAMED_FACT = new RegExp(`^(${IDENTITY.join("|")}|actualAmount) (.+)$`, "s");
const BETWEEN_FACTS = new RegExp(`, (?=(?:${IDENTITY.join("|")}) )`);

/** The facts that a discrepancy names, as written above; none where it is about statuses or about other orders. */
export function factsNamedIn({ kind, said }: { kind: DiscrepancyKind | null; said: string }) {
  if (kind !== "reports" && kind !== "amount") return [];
  return said.split(BETWEEN_FACTS).flatMap((part) => {
    const [, name, value = ""] = NAMED_FACT.exec(part) ?? [];
    const field = [...IDENTITY, "actualAmount" as const].find((fact) => fact === name);
    return field ? [{ field, said: value }] : [];
  });
}
