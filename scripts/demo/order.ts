import type { Status } from "@/sandbox/orders/status";
import type { Needed } from "./approval-sums";
import type { Currency, Recipient } from "./players";
import type { Random } from "./random";

export type Decided = { by: string; at: Date; decision: "approved" | "declined" | "sent_back"; reason?: string };

/** A request to the service, and how it ended. `lost`: without an answer. */
export type Attempt = {
  claimedAt: Date;
  /** Null while it is on its way. */
  answeredAt: Date | null;
  answer: "created" | "refused" | "server_error" | "lost";
};

/** A call of the service to our URL.  */
export type Call = { at: Date; status: string; isSigned: boolean };

/** `knownAt`: when a callback or a status check reported it. */
export type Move = { to: Status; at: Date; knownAt: Date };

export type Resolved = { at: Date; by: string; finding: "not_moved"; reason: string };

/** All that happened to one order, without what follows from it. Times are of their own clocks, people are e-mails. */
export type DemoOrder = {
  type: "DEPOSIT" | "WITHDRAW";
  currency: Currency;
  amount: string;
  playerId: string;
  /** Who is paid, or who pays. */
  party: Recipient;
  purpose: string;
  referenceId: string;
  transactionId: string;
  providerOrderId: string;
  callbackToken: string;
  payToken: string | null;
  requestedBy: string;
  requestedAt: Date;
  /** What the approval rules ask of a payout. */
  needed: Needed;
  decided: Decided[];
  /** How it ended among ourselves. */
  ended: { as: "declined" | "sent_back" | "withdrawn" | "expired"; at: Date } | null;
  attempt: Attempt | null;
  /** When the service made the order; null where it has none. */
  placedAt: Date | null;
  moves: Move[];
  calls: Call[];
  /** Our status checks. */
  checks: Date[];
  /** Proven not to exist at the service. */
  notCreatedAt: Date | null;
  replaces: string | null;
  notes: { by: string; at: Date; text: string }[];
  dismissed: { by: string; at: Date } | null;
  resolved: Resolved | null;
};

/** What is known of who pays in. */
export function payerOf({ currency, party }: Pick<DemoOrder, "currency" | "party">) {
  const { destinationAccountName: payerAccountName, destinationAccount: payerAccount, destination } = party;
  return {
    JPY: { payerAccountName },
    THB: { payerAccountName, payerAccount, payerBankCode: destination },
    USDT: {},
  }[currency];
}

export const later = (at: Date, seconds: number): Date => new Date(at.getTime() + Math.round(seconds * 1000));

type Wanted = Pick<DemoOrder, "type" | "currency" | "amount" | "playerId" | "party" | "requestedBy" | "requestedAt"> &
  Partial<DemoOrder>;

/** With ids of its own, and nothing more than what is given. */
export function newOrder(random: Random, wanted: Wanted): DemoOrder {
  return {
    referenceId: "",
    transactionId: random.uuid(),
    providerOrderId: `P${random.int(10 ** 13, 10 ** 14)}`,
    callbackToken: random.hex(24),
    payToken: wanted.type === "DEPOSIT" ? Buffer.from(random.hex(24), "hex").toString("base64url") : null,
    purpose: "",
    needed: { counted: { basis: "payout", amount: wanted.amount }, approvers: 0 },
    decided: [],
    ended: null,
    attempt: null,
    placedAt: null,
    moves: [],
    calls: [],
    checks: [],
    notCreatedAt: null,
    replaces: null,
    notes: [],
    dismissed: null,
    resolved: null,
    ...wanted,
  };
}
