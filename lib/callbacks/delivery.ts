/** Result of the signature check. `unchecked`: the body could not be parsed. */
export const SIGNATURES = ["absent", "valid", "wrong", "unchecked"] as const;
export type Signature = (typeof SIGNATURES)[number];

/**
 * Why a delivery to a known address was stored but not acknowledged. `not signed`: the environment requires signatures.
 * `broken off`: the sender disconnected before the end.
 */
export const REFUSALS = ["unreadable", "too_large", "too_slow", "wrong_signature", "not_signed", "broken_off"] as const;
export type Refusal = (typeof REFUSALS)[number];

/** The HTTP status of each refusal. A sender that disconnected does not receive it. */
export const REFUSED_WITH: Record<Refusal, number> = {
  unreadable: 400,
  broken_off: 400,
  wrong_signature: 401,
  not_signed: 401,
  too_slow: 408,
  too_large: 413,
};

/**
 * The effect of an acknowledged delivery. `asked`: unsigned, so a status check decides. `contested`: signed, and
 * contradicts a final status. `mismatch`: contradicts the order's terms, and changed nothing.
 */
export const EFFECTS = ["asked", "applied", "contested", "repeat", "mismatch"] as const;
export type Effect = (typeof EFFECTS)[number];

/** What a delivery claims, as sent, each value cut to fit an index. */
export type Said = {
  status: string;
  /** DEPOSIT or WITHDRAW; null for a player. */
  type: string | null;
  money: { currency: string; amount: string } | null;
  playerId: string | null;
};

export const SAID_MAX = 40;

/** The order or player that a delivery names, and the status that it reports of it. */
export type Named = { of: "order" | "player"; name: string; otherName: string; status: string };

/**
 * The class of a delivery before it is processed. `proven`: signed. `open`: may change an order or player that is not
 * final. `known`: repeats the status of a final one. `junk`: refused, about none of ours, or contradicts a final one.
 */
export type Worth = "proven" | "open" | "known" | "junk";
