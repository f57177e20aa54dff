import type { Disagreement } from "@/lib/disagreements/disagreement";
import { type Failure, refusesKyc } from "@/lib/payments-api/failure";
import { withoutMerchantNumber } from "@/lib/payments-api/player-id";
import type { Source } from "@/lib/transactions/status/status";
import type { Verdict } from "@/lib/transactions/status/status-report";
import {
  endedHere,
  isNotCreated,
  isReissuable,
  isRejected,
  isUnderway,
  isUnknown,
  type Outcome,
  outcomeOf,
  type Submission,
} from "@/lib/transactions/submission/submission";

/**
 * The life of a player's registration for KYC, as the payments service reports it. It answers about the player, whose
 * newest registration it means; so does a question of ours. Statuses: merchant-payments-api.md, "KYC statuses".
 */
export const KYC_STATUSES = ["PENDING", "REGISTERED", "FAILED", "EXPIRED"] as const;
export type KnownKycStatus = (typeof KYC_STATUSES)[number];

/** As reported. A word that we do not know is shown as it is, neither registered nor final. */
export type KycStatus = string;

export const isKnownKyc = (status: KycStatus): status is KnownKycStatus =>
  KYC_STATUSES.some((known) => known === status);

/** Deposits are accepted for this player. Nothing else says so. */
export const isRegistered = (status: KycStatus | null) => status === "REGISTERED";

/** The service has decided. It may still expire, and the player may be registered again. */
export const isDecided = (status: KycStatus | null) => status !== null && isKnownKyc(status) && status !== "PENDING";

/** The player has to be registered again. */
export const GONE_WRONG: KycStatus[] = ["FAILED", "EXPIRED"];
export const hasGoneWrong = (status: KycStatus): boolean => GONE_WRONG.includes(status);

/** Our request got nowhere, as far as we know: the service refused it, or no clear answer came. */
export const GOT_NOWHERE = ["rejected", "unknown", "not_created"] as const satisfies Submission[];

/** "Registration can take up to 30 minutes." */
export const LIMIT_MS = 30 * 60_000;

/** When nothing has come a minute after that, nothing will, and we ask. */
export const FINAL_LOOK_MS = LIMIT_MS + 60_000;

/** A word about a registration, from whichever way it came. */
export type KycReport = {
  source: Source;
  status: KycStatus;
  /** As it was said, perhaps with the merchant's number before it; null where it was not said. */
  playerId: string | null;
  currency: string | null;
  /** When the question left that this answers, or when it came in unasked. */
  asOf: Date;
  /** It came to the environment's address, which names no registration. */
  atSharedAddress?: boolean;
};

/** What we hold of the registration that is reported on. */
export type HeldRegistration = {
  playerId: string;
  currency: string;
  submission: Submission | null;
  status: KycStatus | null;
  statusAt: Date | null;
  /** When what became of our request was known; null where it has not left, or is on its way. */
  endedAt: Date | null;
  /** When the service was asked that had no registration then; null where it has not said so since the status. */
  notFoundAt: Date | null;
} & Earlier;

export type Earlier = {
  /** The player's registration before this one that the service may have; null where there is none. */
  before: EarlierRegistration | null;
  /** After that, another was made under the same name, of which no answer is known: it may have arrived. */
  mayBeOurs: boolean;
};

export type EarlierRegistration = {
  status: KycStatus | null;
  /** It was made under the same name, so that what it came to is true of this name too. */
  isSameName: boolean;
};

/** What a report means for a registration, independent of the order in which reports arrive. */
export function applyKycReport(held: HeldRegistration, report: KycReport): Verdict {
  if (kycDisagreements(held, report).length > 0) return "mismatch";
  switch (report.source) {
    case "unsigned_callback":
      return "hint";
    case "signed_callback":
      if (report.atSharedAddress && !isOfOne(held, report)) return "hint";
      // It is about this registration. An old one may be played again, so it reopens nothing, and takes back nothing that
      // a query has said since.
      if (held.status === report.status) return isNotFoundAtService(held) ? "hint" : "same";
      if (held.status !== null && !isKnownKyc(held.status)) return "hint";
      if (isDecided(held.status) && !isBeginning(report.status)) return "hint";
      return observeKyc(held.status, report.status);
    case "create_answer":
      // Registering only ever means that it began.
      if (isDecided(report.status)) return "hint";
      return isDecided(held.status) ? "same" : observeKyc(held.status, report.status);
    case "query":
      return isAbout(held, report) ? observeKyc(held.status, report.status) : "hint";
  }
}

/**
 * A decision outlasts every later "pending"; another decision of the service takes its place. So does a word that we do
 * not know: the player may be suspended.
 */
function observeKyc(held: KycStatus | null, reported: KycStatus): "moved" | "same" {
  if (held === reported) return "same";
  return isDecided(held) && isBeginning(reported) ? "same" : "moved";
}

/** It precedes every decision. */
const isBeginning = (status: KycStatus): boolean => isKnownKyc(status) && !isDecided(status);

/**
 * By the ID of a player alone, it can be about this registration only. What we register has an address of its own, and an
 * ID with digits before it may be the whole ID of a player whom we do not hold.
 */
const isOfOne = ({ submission, before, playerId }: HeldRegistration, report: KycReport): boolean =>
  submission === null && before === null && report.playerId === playerId;

/** Does the service's answer about the player speak of this registration, and of how it stands now? */
function isAbout(held: HeldRegistration, report: KycReport): boolean {
  const { submission, endedAt, status, statusAt, before } = held;
  if (status !== null && statusAt !== null && report.asOf < statusAt) return false;
  if (submission === null || submission === "accepted") return endedAt === null || report.asOf >= endedAt;
  if (endedAt === null || report.asOf < endedAt) return false;
  // It is not known to have arrived. Only a status that the earlier one cannot have come to is its own.
  if (before?.isSameName) return report.status !== before.status;
  return nameMayHaveArrived(held) && isNotOf(before, report);
}

/**
 * Is the service's answer about a registration that others made? Ours came to nothing, and neither an earlier one of its
 * name nor the one before can have caused it. Under which name the player is registered is not known then.
 */
export function isOfOthers(held: HeldRegistration, report: KycReport): boolean {
  const { submission, endedAt, before } = held;
  if (endedAt === null || report.asOf < endedAt || kycDisagreements(held, report).length > 0) return false;
  return isReissuable(submission) && !before?.isSameName && !nameMayHaveArrived(held) && isNotOf(before, report);
}

/** By this request or by an earlier one. Where the service was seen to have none, it has no earlier one either. */
const nameMayHaveArrived = ({ submission, mayBeOurs }: HeldRegistration): boolean =>
  isUnknown(submission) || (mayBeOurs && !isNotCreated(submission));

/** The earlier registration, of another name, cannot have come to what is reported. */
const isNotOf = (before: EarlierRegistration | null, { status }: KycReport): boolean =>
  before === null || !mayBecome(before.status, status);

/**
 * Whether one registration may come from one status to the other: anything may follow until the service has decided, and
 * a word that we do not know after that, too.
 */
const mayBecome = (status: KycStatus | null, later: KycStatus): boolean =>
  status === later || !isDecided(status) || !isKnownKyc(later) || (isRegistered(status) && later === "EXPIRED");

type Identity = Pick<HeldRegistration, "playerId" | "currency">;

/** The facts of a registration in which a report disagrees with our record. */
export function kycDisagreements(held: Identity, said: Pick<KycReport, "playerId" | "currency">): Disagreement[] {
  const isOther = said.playerId !== null && said.playerId !== held.playerId;
  return [
    ...(said.currency !== null && said.currency !== held.currency
      ? [{ field: "currency" as const, held: held.currency, said: said.currency }]
      : []),
    ...(isOther && withoutMerchantNumber(said.playerId ?? "") !== held.playerId
      ? [{ field: "playerId" as const, held: held.playerId, said: said.playerId ?? "" }]
      : []),
  ];
}

/** What became of a request to register; `null` is a readable 200. No money is at stake, so a listed code is a no. */
export function registrationOutcome(failure: Failure | null): Outcome {
  if (failure !== null && refusesKyc(failure)) return "rejected";
  return outcomeOf(failure);
}

/** Which plain sentence is true of a player. */
export const KYC_DISPLAY_STATUSES = [
  "registered",
  "pending",
  "overdue",
  "failed",
  "expired",
  "unfamiliar",
  "unfamiliar_overdue",
  "not_found",
  "refused",
  "unknown",
  "not_created",
  "underway",
  "unheard",
  "replaced",
] as const;
export type KycDisplayStatus = (typeof KYC_DISPLAY_STATUSES)[number];

type NotFound = { status: KycStatus | null; notFoundAt?: Date | string | null };

/** We hold the player as registered, and the service has said since that it has no registration. */
export const isNotFoundAtService = ({ status, notFoundAt = null }: NotFound): boolean =>
  isRegistered(status) && notFoundAt !== null;

type Stands = NotFound & { submission: Submission | null; since: Date; superseded?: boolean };

/** `since`: when it was sent, or when we first heard of it. `superseded`: a later one says what is true of the player. */
export function kycDisplayStatusOf(registration: Stands, now: Date): KycDisplayStatus {
  const { submission, status, since, superseded } = registration;
  // That the service refused or never had it stays true.
  const cameToNothing = status === null && isReissuable(submission);
  if (endedHere(submission) || (superseded && !cameToNothing)) return "replaced";
  if (isNotFoundAtService(registration)) return "not_found";
  if (status !== null) return reported(status, now.getTime() - since.getTime() > LIMIT_MS);
  if (isRejected(submission)) return "refused";
  if (isUnknown(submission)) return "unknown";
  if (isNotCreated(submission)) return "not_created";
  return isUnderway(submission) ? "underway" : "unheard";
}

function reported(status: KycStatus, isOverdue: boolean): KycDisplayStatus {
  if (!isKnownKyc(status)) return isOverdue ? "unfamiliar_overdue" : "unfamiliar";
  switch (status) {
    case "PENDING":
      return isOverdue ? "overdue" : "pending";
    case "REGISTERED":
      return "registered";
    case "FAILED":
      return "failed";
    case "EXPIRED":
      return "expired";
  }
}

const NEEDS_ACTION: readonly KycDisplayStatus[] = [
  ...(["failed", "expired", "overdue", "unfamiliar_overdue", "not_found"] as const),
  ...(["refused", "unknown", "not_created"] as const),
];

/** It stands still, or may do so, until a person does something about it. */
export const needsAction = (displayStatus: KycDisplayStatus) => NEEDS_ACTION.includes(displayStatus);

const GOING_ON: readonly KycDisplayStatus[] = ["underway", "pending", "unheard"];

/** Registering the same name once more would change nothing: it is on its way, or done. */
export const isPointless = (displayStatus: KycDisplayStatus) =>
  displayStatus === "registered" || GOING_ON.includes(displayStatus);

type Named = Pick<HeldRegistration, "submission" | "status"> & {
  userName: string | null;
  /** The service once reported it as registered. */
  wasRegistered: boolean;
  superseded: boolean;
};

export type KycNames = {
  /** The last name that is registered, or was until it expired or was suspended, else another that expired. */
  registered: string | null;
  /** The one that may still be registered. */
  waiting: string | null;
};

/**
 * Of a player's names, newest first. One that was refused, failed or never left is none, and what became of one in whose
 * place another is will not be known.
 */
export function kycNamesOf(named: readonly Named[]): KycNames {
  const registered =
    named.find((one) => isRegistered(one.status) || wasRegisteredUntil(one)) ??
    named.find(({ status }) => status === "EXPIRED");
  const waiting = named.find(
    (one) =>
      !one.superseded &&
      !isDecided(one.status) &&
      !wasRegisteredUntil(one) &&
      !isReissuable(one.submission) &&
      !endedHere(one.submission),
  );
  return { registered: registered?.userName ?? null, waiting: waiting?.userName ?? null };
}

/** It expired, or has a word that we do not know, such as one of a suspension: no other name was registered instead. */
const wasRegisteredUntil = ({ status, wasRegistered }: Named): boolean =>
  wasRegistered && status !== null && (status === "EXPIRED" || !isKnownKyc(status));

/** The name of a player's newest registration; null where another system made it, so that the name is not known here. */
export type ReplacedName = { userName: string | null };

type HeldName = ReplacedName & Pick<HeldRegistration, "submission" | "status">;

/**
 * What a person has to agree to replace, as registering `userName` would take its place. Null where nothing is held, the
 * same name is, or nothing came of the other: it failed, was refused, or was not created.
 */
export function replacedName(held: HeldName | undefined, userName: string): ReplacedName | null {
  if (held === undefined || held.userName === userName) return null;
  const { submission, status } = held;
  const cameToNothing = status === "FAILED" || (status === null && isReissuable(submission));
  return cameToNothing ? null : { userName: held.userName };
}

/** A confirmation counts for the name that the person saw, and for no other. */
export const isConfirmed = (replaced: ReplacedName | null, confirmed: ReplacedName | null): boolean =>
  replaced === null || (confirmed !== null && confirmed.userName === replaced.userName);

/** The tone of a KYC status. Green is reserved for paid money. */
export function toneOfKycStatus(displayStatus: KycDisplayStatus): "neutral" | "failed" | "watch" {
  if (displayStatus === "failed" || displayStatus === "refused") return "failed";
  return needsAction(displayStatus) ? "watch" : "neutral";
}
