/** What was decided about a version of a payee. Null while it waits. */
export const PAYEE_DECISIONS = ["approved", "rejected", "withdrawn"] as const;
export type PayeeDecision = (typeof PAYEE_DECISIONS)[number];

/**
 * `unconfirmed`: new, and not decided yet; `rejected`: new, and turned down or taken back; `changing`: another version waits
 * for a second person. Only an active one is paid.
 */
export const PAYEE_STATUSES = ["active", "changing", "unconfirmed", "rejected", "blocked"] as const;
export type PayeeStatus = (typeof PAYEE_STATUSES)[number];

type State = { blockedAt: Date | null; version: number | null; waiting: number | null };

/** A block outlasts every decision about a version. */
export function payeeStatus({ blockedAt, version, waiting }: State): PayeeStatus {
  if (blockedAt !== null) return "blocked";
  if (version === null) return waiting === null ? "rejected" : "unconfirmed";
  return waiting === null ? "active" : "changing";
}

/** Why a payout to an account of these payees would be held instead of sent; null where none of them is a reason. */
export function holdOf(payees: Pick<State, "blockedAt" | "waiting">[]): "blocked" | "undecided" | null {
  if (payees.some(({ blockedAt }) => blockedAt !== null)) return "blocked";
  return payees.some(({ waiting }) => waiting !== null) ? "undecided" : null;
}

const ACCOUNT_PARTS = [
  "destination",
  "destinationName",
  "destinationBranchCode",
  "destinationBranchName",
  "destinationAccountType",
  "destinationAccount",
  "destinationAccountName",
] as const;
type AccountPart = (typeof ACCOUNT_PARTS)[number];

/** What a version says, as far as a person may change it. */
export const PAYEE_PARTS = [...ACCOUNT_PARTS, "playerId", "label"] as const;
export type PayeePart = (typeof PAYEE_PARTS)[number];

type Version = Record<PayeePart, string | null>;

export const changedParts = (before: Version, after: Version): PayeePart[] =>
  PAYEE_PARTS.filter((part) => before[part] !== after[part]);

type Proposed = { recipient: Record<AccountPart, string | null>; changed: PayeePart[] | null };

/** What is read before a version is decided: what it changes, and the account, which is paid by its codes. Branches are Japan's. */
export const decidedParts = ({ recipient, changed }: Proposed): PayeePart[] =>
  PAYEE_PARTS.filter(
    (part) => changed?.includes(part) || ACCOUNT_PARTS.some((one) => one === part && recipient[one] !== null),
  );

/** One line that differs where any code differs: names alone may read the same. `type`: that of the account in words. */
export const accountText = (recipient: Record<AccountPart, string | null>, type: string): string =>
  ACCOUNT_PARTS.map((part) => (part === "destinationAccountType" && recipient[part] !== null ? type : recipient[part]))
    .filter(Boolean)
    .join(" ");

type NeededPart = "destination" | "destinationName" | "destinationAccount" | "destinationAccountName";
export type WordedAccount = Record<NeededPart, string> &
  Partial<Record<Exclude<AccountPart, NeededPart>, string | null | undefined>>;

/** Whether a payee's version says, word for word, what a form would pay. */
export const isWordForWord = (says: WordedAccount, paid: WordedAccount): boolean =>
  ACCOUNT_PARTS.every((part) => (paid[part] ?? null) === (says[part] ?? null));

/** Which account is paid, and whose it is: where this changed, the payee is new to us. */
type Account = { payeeKey: string; destinationAccountName: string };

export const isSameAccount = (a: Account, b: Account): boolean =>
  a.payeeKey === b.payeeKey && a.destinationAccountName === b.destinationAccountName;

/** A payee as a payout names it: the version that was in force when it was chosen. */
export type ChosenPayee = { payeeId: string; version: number };

/** Until when a payee counts as new; null once that is over. */
export function newUntil(accountSince: Date, coolingHours: number, now: Date): Date | null {
  const until = new Date(accountSince.getTime() + coolingHours * 3_600_000);
  return until > now ? until : null;
}

/** Whether a bank has confirmed account and holder, by a file of 口座照会. */
export const PAYEE_CHECKS = ["verified", "unverified"] as const;

/** What an address of the list says, in its order. */
export const PAYEE_ADDRESS = ["q", "status", "check", "after", "before"] as const;

/** The part of the address that names the payee beside the list. */
export const PAYEE_OPENED = "open";
