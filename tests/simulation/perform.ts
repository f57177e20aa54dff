import { createHash } from "node:crypto";
import type { Actor, User } from "@/lib/auth/actor";
import { isPaid } from "@/lib/transactions/status/status";
import { termsOf } from "@/lib/withdrawals/request";
import { type WithdrawalInput, withdrawalInput } from "@/lib/withdrawals/schema";
import { signatureOf } from "../support/callback-fields";
import { typedForm } from "../support/forms";
import { termsText } from "./check-departing";
import type { Fact } from "./facts";
import { takeJob } from "./jobs";
import type { Operation } from "./operations";
import type { CallbackSent } from "./service";
import type { Simulation } from "./simulation";

/** The requested payouts: amounts that need no approver, one, or two; and a second payout to another account. */
const TERMS: WithdrawalInput[] = [
  { amount: "12000" },
  { amount: "150000" },
  { amount: "2000000" },
  { amount: "12000", destinationAccount: "7654321" },
  { amount: "150000", destinationAccountName: "スズキ　ハナコ" },
].map((more) => withdrawalInput.parse(typedForm(more)));

/** The digest of terms that were never requested. */
const OTHER_TERMS = `v1:00000000:${"0".repeat(64)}`;

const pick = <T>(from: readonly T[], number: number): T | undefined => from[number % from.length];

/** Those that it is about, as long as there are any: people do not click where there is nothing to do. */
const some = (facts: Fact[], are: (fact: Fact) => boolean) => (facts.some(are) ? facts.filter(are) : facts);

const lostOrRefused = ({ submission }: Fact) =>
  submission === "unknown" || submission === "not_created" || submission === "rejected";

const JOB: Actor = { kind: "job", id: "job", name: "job" };
const CALLBACK: Actor = { kind: "callback", id: "callback", name: "callback" };

/** Lets one thing happen. What cannot happen now, because there is nothing that it could happen to, does not. */
export async function perform(at: Simulation, one: Operation): Promise<void> {
  const { commands, users } = at.setting;
  const who = "who" in one ? pick(users, one.who) : undefined;
  switch (one.do) {
    case "request":
      return who && request(at, who, one, `form ${one.form}`);
    case "correct": {
      const order = pick(at.facts, one.order);
      return who && order && request(at, who, one, `correction of ${order.referenceId}`, order.referenceId);
    }
    case "decide":
      return who && decide(at, who, one);
    case "take back": {
      const order = pick(at.facts, one.order);
      return (
        who && order && at.begin("take back", { ...one, actor: who }, (ctx) => commands.takeBackWithdrawal(ctx, order))
      );
    }
    case "reissue": {
      const order = pick(some(at.facts, lostOrRefused), one.order);
      return (
        who && order && at.begin("reissue", { ...one, actor: who }, (ctx) => commands.reissueWithdrawal(ctx, order))
      );
    }
    case "ask": {
      const order = pick(
        some(at.facts, ({ submission }) => submission === "unknown"),
        one.order,
      );
      return who && order && at.begin("ask", { ...one, actor: who }, (ctx) => commands.checkOrderStatus(ctx, order));
    }
    case "attest": {
      const order = pick(
        some(at.facts, ({ submission }) => submission === "unknown"),
        one.order,
      );
      if (!who || !order) return;
      const said = { referenceId: order.referenceId, reason: "asked elsewhere" };
      return at.begin("attest", { ...one, actor: who }, (ctx) => commands.attestNonCreation(ctx, said));
    }
    case "job":
      return takeJob(at, one);
    case "sweep":
      return sweep(at, one);
    case "judge":
      return at.begin("judge", { ...one, actor: JOB }, commands.processDeliveries);
    case "expire":
      return at.begin("expire", { ...one, actor: JOB }, commands.expireRequests);
    case "step": {
      const process = pick(at.alive, one.which);
      return process && at.step(process, one.mishap);
    }
    case "finish": {
      const process = pick(at.alive, one.which);
      return process && at.finish(process);
    }
    case "power fails":
      return at.powerFails(one.instance);
    case "time passes":
      return at.pass(one.seconds);
    case "clock jumps":
      at.offsetsMs[one.instance] = one.seconds * 1000;
      return;
    case "create goes wrong":
      at.weather.slowMs = one.slowMs;
      at.weather.creates.push(one.fault);
      return;
    case "query goes wrong":
      at.weather.queries.push(one.fault);
      return;
    case "misrouted":
      // A look there and a control here within one minute would be believed: the protocol trusts an address for that long.
      if (at.weather.misrouted) await at.pass(61);
      at.weather.misrouted = !at.weather.misrouted;
      return;
    case "held arrives":
      return arrive(at, one.which);
    case "end": {
      const order = pick(at.service.orders, one.which);
      if (order) at.service.end(order, one.to);
      return;
    }
    case "money returns": {
      const paid = pick(
        at.service.orders.filter(({ status }) => isPaid(status)),
        one.which,
      );
      if (paid) at.service.returnMoney(paid);
      return;
    }
    case "callback":
      return callBack(at, one);
    case "forgery":
      return forge(at, one);
    case "tampering":
      return tamper(at, one.which);
  }
}

type Starting = { instance: number; atOnce: boolean };

const formIdOf = (name: string) =>
  createHash("sha256")
    .update(name)
    .digest("hex")
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");

const accountOf = (formId: string) => String(1_000_000 + (Number.parseInt(formId.slice(0, 6), 16) % 9_000_000));

async function request(at: Simulation, by: User, one: Starting & { terms: number }, form: string, corrects?: string) {
  const terms = pick(TERMS, one.terms);
  if (!terms) return;
  const formId = formIdOf(form);
  // Most pay an account of their own: the same amount to one with an unknown outcome is refused.
  const destinationAccount = one.terms % 4 === 0 ? terms.destinationAccount : accountOf(formId);
  const input = { ...terms, destinationAccount, formId, ...(corrects !== undefined && { corrects }) };
  at.intents.asked.push({ by: by.id, formId: input.formId, terms: termsText(termsOf(input)) });
  await at.begin("request", { ...one, actor: by }, (ctx) => at.setting.commands.requestWithdrawal(ctx, input));
}

type Deciding = Starting & { order: number; decision: number; stale: number; own: number };

async function decide(at: Simulation, colleague: User, one: Deciding) {
  const order = pick(
    some(at.facts, ({ submission }) => submission === "awaiting_approval"),
    one.order,
  );
  if (!order) return;
  const { referenceId, requestedBy } = order;
  const by = (one.own === 0 && at.setting.users.find(({ id }) => id === requestedBy)) || colleague;
  const digest = one.stale === 0 ? OTHER_TERMS : order.digest;
  const seen = { referenceId, digest };
  if (one.decision > 6) {
    const input = { ...seen, decision: one.decision === 7 ? "declined" : "sent_back", reason: "no" } as const;
    return at.begin("decide", { ...one, actor: by }, (ctx) => at.setting.commands.decideWithdrawal(ctx, input));
  }
  at.intents.approved.push({ by: by.id, ...seen });
  const input = { ...seen, decision: "approved" } as const;
  return at.begin("approve", { ...one, actor: by }, (ctx) => at.setting.commands.decideWithdrawal(ctx, input));
}

/** What should have had an outcome long ago has one when a sweep has come to its end. */
async function sweep(at: Simulation, one: Starting) {
  const { recoverStuckOrders, recoverDeliveries } = at.setting.commands;
  const abandoned = at.abandoned(one.instance);
  const work: Parameters<Simulation["begin"]>[2] = async (ctx) => {
    await recoverStuckOrders(ctx);
    await recoverDeliveries(ctx);
  };
  await at.begin("sweep", { ...one, actor: JOB }, work, async ({ ending }) => {
    if (ending?.kind === "returned") at.mustHaveEnded(abandoned);
  });
}

async function arrive(at: Simulation, which: number) {
  const [held] = at.service.held.splice(which % Math.max(at.service.held.length, 1), 1);
  if (!held) return;
  at.service.create(held.body, held.slowMs);
  await at.look();
}

const deliver = (at: Simulation, one: Starting, { url, body }: CallbackSent, signature: string | null) => {
  const headers = { "content-type": "application/json", ...(signature !== null && { "x-signature": signature }) };
  const token = url.slice(url.lastIndexOf("/") + 1);
  const request = () => new Request(url, { method: "POST", body: JSON.stringify(body), headers });
  return at.begin("receive", { ...one, actor: CALLBACK }, (ctx) => at.setting.commands.receive(ctx, token, request()));
};

async function callBack(at: Simulation, one: Starting & { which: number; lost: boolean; again: boolean }) {
  const { callbacks } = at.service;
  const sent = pick(callbacks, one.which);
  if (!sent) return;
  if (!one.again) callbacks.splice(callbacks.indexOf(sent), 1);
  if (one.lost) return;
  await deliver(at, one, sent, sent.signed ? signatureOf(sent.body, at.secretKey) : null);
}

/** A forger who knows an order's callback URL, and perhaps one delivery that was really signed. */
async function forge(at: Simulation, one: Starting & { which: number; how: number; status: string }) {
  const victim = pick(at.facts, one.which);
  if (!victim) return;
  const url = `http://console.test/api/callbacks/sandbox/${victim.callbackToken}`;
  const truth = at.service.find(victim.referenceId);
  const guess = {
    transactionId: "unknown",
    amount: "12000",
    currency: "JPY",
    playerId: "",
    callbackUrl: url,
    status: "",
  };
  const story = at.service.callbackOf({ ...guess, ...truth, referenceId: victim.referenceId }, one.status);
  const other = pick(at.service.callbacks, one.which);
  const forged = [
    { body: story.body, signature: null },
    { body: story.body, signature: signatureOf(story.body, "another secret") },
    { body: { ...story.body, amount: 1 }, signature: null },
    { body: other?.body ?? story.body, signature: other?.signed ? signatureOf(other.body, at.secretKey) : null },
    { body: { ...story.body, transaction_id: "another" }, signature: null },
  ];
  const { body, signature } = pick(forged, one.how) ?? { body: story.body, signature: null };
  await deliver(at, one, { url, body, signed: signature !== null }, signature);
}

/** Changes an amount in the database, past the console. */
async function tamper(at: Simulation, which: number) {
  const unsent = at.facts.filter(({ submission }) => submission === "queued" || submission === "awaiting_approval");
  const order: Fact | undefined = pick(unsent, which);
  if (!order) return;
  await at.setting.database.query("update transactions set amount = amount * 10 where id = $1", [order.id]);
}
