/** Whether a delivery proved that it came from the service. `unchecked`: it could not even be read. */
export const SIGNATURES = ["absent", "valid", "wrong", "unchecked"] as const;
export type Signature = (typeof SIGNATURES)[number];

/**
 * Why a delivery to a good address was kept but not acknowledged. `not signed`: this environment is locked to signed
 * ones. `broken off`: the sender went away in the middle of it.
 */
export const REFUSALS = [
  "unreadable",
  "wrong_type",
  "too_large",
  "too_slow",
  "wrong_signature",
  "not_signed",
  "broken_off",
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** The HTTP status of each refusal. A sender that disconnected does not receive it. */
export const REFUSED_WITH: Record<Refusal, number> = {
  unreadable: 400,
  broken_off: 400,
  wrong_signature: 401,
  not_signed: 401,
  too_slow: 408,
  too_large: 413,
  wrong_type: 415,
};

/**
 * What an acknowledged delivery did. `asked`: it proved nothing, so we asked the service and believed the answer.
 * `contested`: proven, and contrary to what we hold. `mismatch`: it disagrees with our record and did nothing.
 */
export const EFFECTS = ["asked", "applied", "contested", "repeat", "mismatch"] as const;
export type Effect = (typeof EFFECTS)[number];

/** What a delivery claims, in the words of the sender, each cut after so many characters: an index holds them. */
export type Said = {
  status: string;
  /** DEPOSIT or WITHDRAW; null where it tells of a player. */
  type: string | null;
  money: { currency: string; amount: string } | null;
  playerId: string | null;
};

export const SAID_MAX = 40;

/** What a delivery says that it is about, by the names that we may hold that by. */
export type Named = { of: "order" | "player"; name: string; otherName: string };

/**
 * What a delivery is worth before anybody has judged it. `proven`: signed. `open`: perhaps news of something that we
 * hold. `known`: of something that is at its end. `junk`: refused, or of nothing that we hold.
 */
export type Worth = "proven" | "open" | "known" | "junk";
