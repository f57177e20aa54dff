import { isPaid } from "@/lib/transactions/status/status";
import type { Fact } from "./facts";
import type { Service, Truth } from "./service";
import { RETURNED } from "./service-constants";

/** Something happened that must never happen; `invariant` is its number in `INVARIANTS`. */
export class Violation extends Error {
  override name = "Violation";
  readonly invariant: keyof typeof INVARIANTS;

  constructor(invariant: keyof typeof INVARIANTS, what: string) {
    super(`${invariant}. ${INVARIANTS[invariant]}: ${what}`);
    this.invariant = invariant;
  }
}

/** What must hold after every step, after any fault and in any order. */
export const INVARIANTS = {
  1: "At most one order at the service for each withdrawal that pays or still may",
  2: "No request without its attempt on record; no attempt without an outcome for long",
  3: "No state without the event that justifies it",
  4: "Nothing leaves that the requester approved, or that too few people approved",
  5: "Never called not created while the service could still make it",
  6: "No request leaves twice",
  7: "What is sent is what was asked for and approved",
} as const;

/** Checks the console's record against the truth at the service. */
export function check(facts: Fact[], before: Fact[], service: Service): void {
  const earlier = new Map(before.map((fact) => [fact.id, fact]));
  const roots = rootsOf(facts);
  checkOrders(roots, service);
  for (const fact of facts) {
    justified(fact);
    truthful(fact, service);
    const known = earlier.get(fact.id);
    const { status = null } = known ?? {};
    const isFinal = status === "COMPLETED" || status === "FAILED";
    if (isFinal && fact.status !== status)
      throw new Violation(3, `${fact.referenceId} was ${status}, is ${fact.status}`);
    if (known && isFinal && returnsOf(fact) > returnsOf(known) && !fact.conflict && fact.nextPollAt === null)
      throw new Violation(3, `${fact.referenceId} is ${status}, then ${RETURNED}, and no user hears of it`);
  }
}

/** How often it was reported that the money came back. */
export const returnsOf = ({ reports }: Fact) =>
  reports.filter(({ verdict, status }) => status === RETURNED && verdict !== "mismatch").length;

/** The first of the orders that were made in each other's place: they are one payment. */
function rootsOf(facts: Fact[]): Map<string, string> {
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const rootOf = (fact: Fact): string => {
    const replaced = fact.replaces === null ? undefined : byId.get(fact.replaces);
    return replaced ? rootOf(replaced) : fact.referenceId;
  };
  return new Map(facts.map((fact) => [fact.referenceId, rootOf(fact)]));
}

/**
 * What the service ends so pays nothing: a corrected order may stand in its place. The specification leaves one case open:
 * operations may complete what they had cancelled or resolved. It cannot be foreseen, and both orders are flagged.
 */
const UNPAID = new Set(["FAILED", "CANCELLED", "RESOLVED"]);
const paysOrMay = ({ status, isReopened }: Truth) => !UNPAID.has(status) && !isReopened;

function checkOrders(roots: Map<string, string>, service: Service) {
  const made = new Map<string, string>();
  for (const order of service.orders) {
    const { referenceId } = order;
    const root = roots.get(referenceId);
    if (root === undefined) throw new Violation(2, `the service has ${referenceId}, of which there is no record`);
    if (!paysOrMay(order)) continue;
    const other = made.get(root);
    if (other !== undefined) throw new Violation(1, `the service has both ${other} and ${referenceId}`);
    made.set(root, referenceId);
  }
}

const attemptsOf = ({ attempts }: Fact, outcome: string) => attempts.filter((one) => one.outcome === outcome).length;
const linesOf = ({ audit }: Fact, action: string) => audit.filter((one) => one === action).length;

function justified(fact: Fact) {
  const { referenceId, submission, status, statusSource, attempts, reports } = fact;
  const must = (holds: boolean, why: string) => {
    if (!holds) throw new Violation(3, `${referenceId} is ${submission}, ${status} (${statusSource}) without ${why}`);
  };
  must(linesOf(fact, "withdrawal.requested") + linesOf(fact, "withdrawal.reissued") === 1, "one request on record");
  must(linesOf(fact, "attempt.claimed") === attempts.length, "a line for each attempt");
  for (const outcome of ["accepted", "rejected", "not_sent"]) {
    must(linesOf(fact, `attempt.${outcome}`) >= attemptsOf(fact, outcome), `a line for an attempt ${outcome}`);
  }
  must(hasCause(fact), "its cause");
  if (status === null) return;
  const confirming = reports.filter(
    (one) => one.status === status && (one.verdict === "moved" || one.verdict === "same"),
  );
  must(
    confirming.some(({ source }) => source === statusSource),
    "a report that says so",
  );
}

/** Is what brought it there on record? */
function hasCause(fact: Fact): boolean {
  const { submission, approvals, approversNeeded, reports, digest } = fact;
  const agreed = approvals.filter((one) => one.decision === "approved" && one.digest === digest).length;
  switch (submission) {
    case "awaiting_approval":
      return agreed < approversNeeded;
    case "declined":
    case "sent_back":
      return (
        approvals.some(({ decision }) => decision === submission) && linesOf(fact, `withdrawal.${submission}`) === 1
      );
    case "withdrawn":
    case "expired":
      return linesOf(fact, `withdrawal.${submission}`) === 1;
    case "queued":
      return agreed >= approversNeeded && fact.attempts.every(({ outcome }) => outcome === "not_sent");
    case "submitting":
      return fact.attempts.some(({ outcome }) => outcome === null);
    case "accepted":
      return (
        attemptsOf(fact, "accepted") > 0 || reports.some(({ verdict }) => verdict === "moved" || verdict === "same")
      );
    case "rejected":
      return attemptsOf(fact, submission) > 0;
    case "unknown":
      return isInDoubt(fact);
    case "not_created":
      return linesOf(fact, "submission.not_created") === 1 && isInDoubt(fact);
    case "stopped":
      return linesOf(fact, "discrepancy.duplicate_found") > 0;
  }
}

/** Its request may have arrived, or a callback says that another database has sent it. */
const isInDoubt = (fact: Fact) =>
  linesOf(fact, "attempt.unknown") > 0 ||
  (linesOf(fact, "withdrawal.possibly_sent") > 0 && fact.reports.some(({ verdict }) => verdict === "hint"));

function truthful({ referenceId, submission, status, statusSource }: Fact, service: Service) {
  const truth = service.find(referenceId);
  if (submission === "not_created" && (truth || service.mayYetCreate(referenceId))) {
    throw new Violation(5, `${referenceId} ${truth ? "exists" : "may yet be made"}`);
  }
  if (submission === "rejected" && truth) throw new Violation(1, `${referenceId} was called rejected, and exists`);
  if (status !== "COMPLETED" && status !== "FAILED") return;
  // A paid order stays paid on record; what is reported after that is a discrepancy.
  const isReturned = truth?.status === RETURNED && isPaid(status);
  if (truth?.status !== status && !isReturned)
    throw new Violation(3, `${referenceId} is called ${status}, and is ${truth?.status}`);
  if (isPaid(status) && statusSource !== "query" && statusSource !== "signed_callback") {
    throw new Violation(3, `${referenceId} is called paid on no better evidence than a ${statusSource}`);
  }
}
