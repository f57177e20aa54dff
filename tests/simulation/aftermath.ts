import type { Actor } from "@/lib/auth/actor";
import { isClosedByOperations, isFinal, isPaid } from "@/lib/transactions/status/status";
import type { Fact } from "./facts";
import { returnsOf, Violation } from "./invariants";
import { dueJobs, runJob } from "./jobs";
import { RETURNED } from "./service-constants";
import type { Simulation } from "./simulation";

const SWEEP: Actor = { kind: "job", id: "sweep", name: "sweep" };
const ROUNDS = 120;

/**
 * No more faults and no more operations. Every order must reach an end or wait for a person, and the console's record
 * must then match the service: nothing was lost permanently.
 */
export async function calmDown(at: Simulation): Promise<void> {
  at.weather.creates.length = 0;
  at.weather.queries.length = 0;
  at.setClocks();
  if (at.weather.misrouted) await at.pass(61);
  at.weather.misrouted = false;
  for (const process of [...at.alive]) await at.finish(process);
  for (const { body, slowMs } of at.service.held.splice(0)) at.service.create(body, slowMs);
  await at.pass(30);

  for (let round = 0; round < ROUNDS; round += 1) {
    if (at.facts.every((fact) => isAtRest(at, fact))) return;
    await at.begin("sweep", { actor: SWEEP, instance: 0, atOnce: true }, async (ctx) => {
      await at.setting.commands.recoverStuckOrders(ctx);
      await at.setting.commands.recoverDeliveries(ctx);
    });
    for (const job of await dueJobs(at)) await runJob(at, job, { again: false, instance: 0, atOnce: true });
    // No callback reports it: only a status check finds it.
    for (const order of at.service.orders) at.service.end(order, "COMPLETED");
    await at.pass(61);
  }
  const restless = at.facts.filter((fact) => !isAtRest(at, fact));
  const unfinished = restless.map(
    ({ referenceId, submission, status }) => `${referenceId} is ${submission}, ${status}`,
  );
  throw new Violation(2, `an hour or two after the last fault, ${unfinished.join("; ")}`);
}

function isAtRest(at: Simulation, fact: Fact): boolean {
  const { conflict, submission, status, referenceId } = fact;
  if (conflict) return true;
  if (submission === "queued" || submission === "submitting") return false;
  const truth = at.service.find(referenceId);
  // Where the service states no time it waits for two users, unless it exists.
  if (submission === "unknown") return !at.service.tells && truth === undefined;
  if (submission !== "accepted") return truth === undefined;
  // A status unknown to us never ends. A paid order is not polled, and a closed one seldom: that the money came back has to
  // be reported.
  const isSeldomAsked = isPaid(status) || isClosedByOperations(status);
  if (truth?.status === RETURNED) return status === RETURNED || (isSeldomAsked && returnsOf(fact) === 0);
  if (truth === undefined || !isFinal(status)) return false;
  // What operations have closed is checked at most once an hour; a late payment is reported sooner by a callback.
  return truth.status === status || isClosedByOperations(status);
}
