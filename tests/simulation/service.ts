import { type FinalStatus, NO_ORDER, RETURNED, TOLERANCE_S } from "./service-constants";

/** What a second create with one referenceId does: the specification does not say. */
export type Repeated = "refuse" | "same" | "second";

export type Truth = {
  transactionId: string;
  referenceId: string;
  amount: string;
  currency: string;
  playerId: string;
  callbackUrl: string;
  status: string;
  /** It was completed after operations had cancelled or resolved it. */
  isReopened?: true;
};

type Fields = Record<string, string>;
type Telling = { signs: boolean; tells: boolean; toldAheadMs: number };
type Spoken = { status: number; body: Record<string, unknown> };
export type CallbackSent = { url: string; body: Record<string, unknown>; signed: boolean };

/** Between the check of its timestamp and the order there is a moment, and it may be a long one. */
type Inside = { fields: Fields; createdAt: number };

/**
 * The Payments API as far as payouts go, in memory: what it knows is the truth that the console is measured by.
 * Written from the specification; keys and signatures are the sandbox's to check, and are left out here.
 */
export class Service {
  readonly repeated: Repeated;
  /** Its own clock. It never runs back: a service whose clock does can accept what it had refused. */
  readonly now: () => number;
  /** Whether its callbacks are signed. */
  readonly signs: boolean;
  /** Whether its answers tell its time. */
  readonly tells: boolean;
  /** How far the time that its answers tell is ahead of the clock by which it accepts. */
  readonly toldAheadMs: number;
  readonly orders: Truth[] = [];
  readonly callbacks: CallbackSent[] = [];
  /** Requests on the way: they left, and have not arrived. */
  readonly held: { body: string; slowMs: number }[] = [];
  #inside: Inside[] = [];

  constructor(repeated: Repeated, now: () => number, { signs, tells, toldAheadMs }: Telling) {
    this.repeated = repeated;
    this.now = now;
    this.signs = signs;
    this.tells = tells;
    this.toldAheadMs = toldAheadMs;
  }

  /** A create request arrives. With `slowMs` its order appears only later, after any answer. */
  create(body: string, slowMs = 0): Spoken {
    const fields: Fields = JSON.parse(body);
    if (!this.#isCurrent(Number(fields.timestamp))) return EXPIRED;
    const known = this.orders.find(({ referenceId }) => referenceId === fields.referenceId);
    if (known && this.repeated === "refuse") {
      return { status: 400, body: { message: "Validation failed.", fields: ["referenceId: was used before"] } };
    }
    if (known && this.repeated === "same") return accepted(known);
    if (slowMs === 0) return accepted(this.#add(fields));
    this.#inside.push({ fields, createdAt: this.now() + slowMs });
    return { status: 504, body: { message: "Gateway timeout" } };
  }

  transaction(id: string, signedAt: Date): Spoken {
    if (!this.#isCurrent(Math.floor(signedAt.getTime() / 1000))) return EXPIRED;
    const order = this.find(id);
    if (!order) return { status: 404, body: { message: NO_ORDER } };
    const { amount, callbackUrl: _ours, ...same } = order;
    const fee = 150;
    const netAmount = Number(amount) + fee;
    const actualAmount = order.status === "COMPLETED" ? netAmount : null;
    const type = "WITHDRAW";
    return {
      status: 200,
      body: { ...same, type, method: "BANK_TRANSFER", amount: Number(amount), fee, netAmount, actualAmount },
    };
  }

  /** Of several orders with one reference the newest, by either id. */
  find = (id: string) => this.orders.findLast((order) => order.referenceId === id || order.transactionId === id);

  /** What was inside long enough becomes an order. */
  tick(): void {
    const due = this.#inside.filter(({ createdAt }) => createdAt <= this.now());
    this.#inside = this.#inside.filter(({ createdAt }) => createdAt > this.now());
    for (const { fields } of due) this.#add(fields);
  }

  /** May a request for this reference still become an order? */
  mayYetCreate(referenceId: string): boolean {
    const isOf = (fields: Fields) => fields.referenceId === referenceId;
    const onTheWay = this.held.map(({ body }): Fields => JSON.parse(body)).filter(isOf);
    const inTime = onTheWay.some(({ timestamp }) => this.now() / 1000 - Number(timestamp) <= TOLERANCE_S);
    return inTime || this.#inside.some(({ fields }) => isOf(fields));
  }

  /** Operations, or the bank, set the final status. It stays, except for one change that the specification leaves open. */
  end(order: Truth, to: FinalStatus): void {
    const open = order.status === "SUCCESS" || order.status === "PENDING";
    const reopened = to === "COMPLETED" && (order.status === "CANCELLED" || order.status === "RESOLVED");
    if (!open && !reopened) return;
    order.status = to;
    if (reopened) order.isReopened = true;
    if (to === "COMPLETED" || to === "FAILED") this.callbacks.push(this.callbackOf(order, to));
  }

  /** The specification does not know what follows a payment. */
  returnMoney(order: Truth): void {
    order.status = RETURNED;
    this.callbacks.push(this.callbackOf(order, RETURNED));
  }

  callbackOf(order: Truth, status: string): CallbackSent {
    const { transactionId, referenceId, currency, callbackUrl } = order;
    const amount = Number(order.amount);
    const body = {
      transaction_id: transactionId,
      reference_id: referenceId,
      status,
      type: "WITHDRAW",
      amount,
      actual_amount: status === "COMPLETED" ? amount + 150 : null,
      currency,
      method: "BANK_TRANSFER",
    };
    return { url: callbackUrl, body, signed: this.signs };
  }

  #isCurrent = (seconds: number) => Math.abs(this.now() / 1000 - seconds) <= TOLERANCE_S;

  #add({ referenceId = "", amount = "", currency = "", playerId = "", callbackUrl = "" }: Fields): Truth {
    const serial = String(this.orders.length).padStart(12, "0");
    const transactionId = `00000000-0000-4000-8000-${serial}`;
    const order = { transactionId, referenceId, amount, currency, playerId, callbackUrl, status: "SUCCESS" };
    this.orders.push(order);
    return order;
  }
}

const EXPIRED: Spoken = { status: 400, body: { message: "Invalid or expired timestamp" } };

const accepted = ({ transactionId, amount, status }: Truth): Spoken => ({
  status: 200,
  body: { transactionId, amount: Number(amount), fee: 150, actualAmount: null, status, message: "accepted" },
});
