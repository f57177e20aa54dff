import { newReferenceId, nextReferenceId } from "@/lib/transactions/submission/reference";
import { neededFor } from "./approval-sums";
import { type Day, daysUntil } from "./calendar";
import { asOf } from "./lifecycle";
import { type DemoOrder, later } from "./order";
import { makePlayers } from "./players";
import { randomFrom } from "./random";
import { type DemoRegistration, makeRegistrations } from "./registrations";
import { contradicted, lostAndFound, lostForGood, waitingNow } from "./special-orders";
import { STAFF } from "./staff";
import { livedOut, requestsOf, type Setting } from "./usual-orders";

/** The same history on every machine. */
const SEED = "choba demo 1";

/** So many days before the last the service began to sign its callbacks, at 10:00. */
const SIGNED_DAYS = 12;

export type History = {
  /** The moment that it leads up to. */
  at: Date;
  days: Day[];
  /** In order of their requests. */
  orders: DemoOrder[];
  registrations: DemoRegistration[];
};

/** A merchant's last weeks up to a moment: what was asked for, what the service made of it, and who did what. */
export function makeHistory(at: Date, seed = SEED): History {
  const days = daysUntil(at);
  const signedDay = days.at(-1 - SIGNED_DAYS);
  if (!signedDay) throw new Error("the history is too short");
  const signedFrom = new Date(signedDay.from.getTime() + 10 * 3_600_000);
  const players = makePlayers(seed);
  const registrations = makeRegistrations({ seed, players, days, at, signedFrom });
  const registeredAt = new Map(
    registrations.flatMap(({ playerId, status, decidedAt }) =>
      status === "REGISTERED" && decidedAt ? [[playerId, later(decidedAt, 300)] as const] : [],
    ),
  );
  const setting = { signedFrom, registeredAt, opsFreeFrom: later(at, -26 * 3_600) };

  const usual = usualOrders(seed, days, players, setting);
  const byWeight = players.toSorted((a, b) => b.weight - a.weight);
  const making = { random: randomFrom(`${seed} special`), players: byWeight, days, at, signedFrom };
  const approved = (order: DemoOrder) => withApprovals(order, usual);
  const [first, second] = lostForGood(making);
  const lost = withReference(approved(first));
  const special = [...lostAndFound(making), ...contradicted(making), ...waitingNow(making)].map((order) =>
    withReference(approved(order)),
  );
  const linked = { ...approved(second), referenceId: nextReferenceId(lost.referenceId), replaces: lost.referenceId };
  const past = [...usual.map(withReference), lost, linked].flatMap((order) => asOf(order, at) ?? []);
  const orders = [...past, ...special].toSorted((a, b) => +a.requestedAt - +b.requestedAt);
  return { at, days, orders, registrations };
}

function usualOrders(seed: string, days: Day[], players: ReturnType<typeof makePlayers>, setting: Setting) {
  const orders: DemoOrder[] = [];
  for (const [index, day] of days.entries()) {
    // A stream of its own for each day, so that none depends on how much happened on another.
    const random = randomFrom(`${seed} day ${index}`);
    const requests = requestsOf(day, random, players, setting);
    for (const asked of requests.toSorted((a, b) => +a.requestedAt - +b.requestedAt)) {
      orders.push(livedOut(asked, random, orders, setting));
    }
  }
  return orders;
}

/** As many approvals as the rules ask for: the sums depend on what else the requester had on that day. */
function withApprovals(order: DemoOrder, usual: DemoOrder[]): DemoOrder {
  if (order.type === "DEPOSIT") return order;
  const [before] = order.decided;
  const needed = neededFor(
    order,
    usual.filter(({ requestedAt }) => requestedAt < order.requestedAt),
  );
  if (!before) return { ...order, needed };
  const first = { ...before, by: STAFF.approvers[2], at: later(before.at, -45) };
  return { ...order, needed, decided: [first, before].slice(2 - needed.approvers) };
}

function withReference(order: DemoOrder): DemoOrder {
  const prefix = order.type === "WITHDRAW" ? "WD" : "DP";
  const random = order.transactionId.replaceAll("-", "").slice(-16);
  return { ...order, referenceId: newReferenceId(prefix, order.requestedAt, random) };
}
