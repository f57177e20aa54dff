import { isNotFound } from "@/lib/payments-api/failure";
import { readReply } from "@/lib/payments-api/reply";
import { created, transaction } from "@/lib/payments-api/shapes";
import { type AttestedAt, nonCreationOf, type Question, type Reading } from "@/lib/transactions/non-creation/rules";
import {
  afterAttempt,
  afterFound,
  isReissuable,
  type Outcome,
  outcomeOf,
  type Submission,
} from "@/lib/transactions/submission/submission";
import { Violation } from "./invariants";
import { answerQuery, CREATE_FAULTS, deliverCreate, HELD, type NetworkFaults, QUERY_FAULTS } from "./network";
import { seededRandom } from "./seeded-random";
import { type Repeated, Service } from "./service";

type Attempt = { body: string; signedAt: Date; claimedAt: number; endedAt: Reading | null; outcome: Outcome | null };
type Order = {
  referenceId: string;
  submission: Submission;
  attempt: Attempt | null;
  questions: Question[];
  attestations: AttestedAt[];
  replaced: boolean;
};
/** A sender between its claim and its record of the outcome. */
type Sender = { order: Order; attempt: Attempt; outcome: Outcome | null };

const START = Date.parse("2040-01-01T00:00:00Z");
const OPERATIONS = 200;

/**
 * One run of the protocol's pure core: what decides about a submission, its attempts and its proof, over a record in
 * memory. It makes ten thousand runs affordable; the real use cases run the same operations beside it.
 */
export function runInMemory(
  seed: number,
  repeated: Repeated,
  proves: typeof nonCreationOf = nonCreationOf,
): { orders: number; created: number; notCreated: number } {
  const next = seededRandom(seed);
  const below = (limit: number) => next() % limit;
  const of = <T>(from: readonly T[]): T | undefined => from[from.length > 0 ? below(from.length) : 0];
  let time = START;
  let oursMs = 0;
  const offsetMs = [0, -240_000, 240_000, -290_000][below(4)] ?? 0;
  const toldAheadMs = [0, 0, 290_000, 240_000][below(4)] ?? 0;
  const service = new Service(repeated, () => time + offsetMs, { signs: false, tells: below(4) > 0, toldAheadMs });
  let restarts = 0;
  let notCreated = 0;
  const weather: NetworkFaults = { creates: [], queries: [], misrouted: false, slowMs: 1_000 };
  const orders: Order[] = [];
  let senders: Sender[] = [];
  const now = () => time + oursMs;
  const reading = (): Reading => ({ process: `start ${restarts}`, ms: time });

  const open = (referenceId: string) =>
    orders.push({ referenceId, submission: "queued", attempt: null, questions: [], attestations: [], replaced: false });

  function claim(order: Order) {
    if (order.submission !== "queued") return;
    const timestamp = Math.floor(now() / 1000);
    const terms = { amount: "12000", currency: "JPY", playerId: "p", callbackUrl: "http://console.test/a" };
    const body = JSON.stringify({
      ...terms,
      referenceId: order.referenceId,
      nonce: String(next()),
      timestamp: String(timestamp),
    });
    const attempt = { body, signedAt: new Date(timestamp * 1000), claimedAt: now(), endedAt: null, outcome: null };
    Object.assign(order, { submission: "submitting", attempt, questions: [], attestations: [] });
    senders.push({ order, attempt, outcome: null });
  }

  function goOn(sender: Sender) {
    const { order, attempt, outcome } = sender;
    if (outcome === null) {
      const result = readReply("create", deliverCreate(weather, service, attempt.body), created);
      sender.outcome = outcomeOf(result.ok ? null : result.error);
      return;
    }
    Object.assign(attempt, { outcome, endedAt: reading() });
    order.submission = afterAttempt(order.submission, outcome);
    senders = senders.filter((one) => one !== sender);
  }

  function ask(order: Order) {
    if (order.submission !== "unknown" && order.submission !== "not_created") return;
    const look = question(() => service.transaction(order.referenceId, new Date(now())));
    if (look?.found) order.submission = afterFound(order.submission) ?? order.submission;
    if (look) order.questions.push({ kind: "status_check", ...look });
    const known = of(service.orders);
    const control = question(() =>
      known ? service.transaction(known.referenceId, new Date(now())) : { status: 200, body: KNOWN },
    );
    if (control) order.questions.push({ kind: "control", ...control });
    if (order.submission !== "unknown" || order.attempt === null) return;
    const nonCreation = proves(order.attempt, order.questions, order.attestations);
    if (nonCreation.kind === "not_created") {
      order.submission = "not_created";
      notCreated += 1;
    }
  }

  /** Any number of times: what it takes is for the protocol to know. */
  const attest = ({ attestations }: Order) => void attestations.push({ by: `person ${below(2)}`, at: new Date(now()) });

  function question(about: () => { status: number; body: unknown }) {
    service.tick();
    const reply = answerQuery(weather, service, about);
    const result = readReply("query", reply, transaction);
    if (!result.ok && !isNotFound(result.error)) return null;
    const date = reply.kind === "answer" ? reply.headers.date : undefined;
    const serviceTime = date === undefined ? null : new Date(date);
    return { found: result.ok, serviceTime, askedAt: new Date(now()), reading: reading() };
  }

  function happen(what: number) {
    const order = of(orders);
    if (what < 6) return void (orders.length < 5 && open(`WD-${orders.length}`));
    if (what < 20) return withSome("queued", claim);
    if (what < 40) return withSender(goOn);
    if (what < 43)
      return withSender((sender) => {
        senders = senders.filter((one) => one !== sender);
      });
    if (what < 50) {
      for (const { attempt, ...rest } of orders) {
        const left = orders.find(({ referenceId }) => referenceId === rest.referenceId);
        if (!left || attempt === null || attempt.outcome !== null || now() - attempt.claimedAt < 60_000) continue;
        attempt.outcome = "unknown";
        left.submission = afterAttempt(left.submission, "unknown");
      }
      return;
    }
    if (what < 53) return withSome("unknown", attest);
    if (what < 72) return withSome("unknown", ask);
    if (what < 84) time += [1, 16, 31, 61, 95, 130, 331][below(7)]! * 1000;
    else if (what < 85) restarts += 1;
    else if (what < 87) oursMs = [-600, 0, 0, 240, 600][below(5)]! * 1000;
    else if (what < 91) weather.creates.push(of(below(2) === 0 ? CREATE_FAULTS : HELD) ?? "none");
    else if (what < 94) weather.queries.push(of(QUERY_FAULTS) ?? "none");
    else if (what < 96) {
      const [held] = service.held.splice(below(Math.max(service.held.length, 1)), 1);
      if (held) service.create(held.body, held.slowMs);
    } else if (order && isReissuable(order.submission) && !order.replaced && orders.length < 9) {
      order.replaced = true;
      open(`${order.referenceId}-2`);
    }
  }
  function withSome(submission: Submission, work: (order: Order) => void) {
    const one = of(orders.filter((order) => order.submission === submission)) ?? of(orders);
    if (one) work(one);
  }
  function withSender(work: (sender: Sender) => void) {
    const sender = of(senders);
    if (sender) work(sender);
  }

  for (let operation = 0; operation < OPERATIONS; operation += 1) {
    happen(below(100));
    service.tick();
    const roots = service.orders.map(({ referenceId }) => referenceId.replace(/(-2)+$/, ""));
    if (new Set(roots).size !== roots.length) throw new Violation(1, `seed ${seed}: ${roots.join()}`);
    for (const { referenceId, submission } of orders) {
      const mayBe = service.find(referenceId) !== undefined || service.mayYetCreate(referenceId);
      if (submission === "not_created" && mayBe) throw new Violation(5, `seed ${seed}: ${referenceId}`);
      if (submission === "rejected" && service.find(referenceId))
        throw new Violation(1, `seed ${seed}: ${referenceId}`);
    }
  }
  return { orders: orders.length, created: service.orders.length, notCreated };
}

const KNOWN = {
  ...{ transactionId: "t", referenceId: "r", type: "WITHDRAW", currency: "JPY", status: "COMPLETED" },
  amount: 1,
};
