/** Whether a delivery proved that it came from the service. `unchecked`: it could not even be read. */
export const SIGNATURES = ["absent", "valid", "wrong", "unchecked"] as const;
export type Signature = (typeof SIGNATURES)[number];

/** Why a delivery to a good address was kept but not acknowledged. */
export const REFUSALS = ["unreadable", "wrong type", "too large", "too slow", "wrong signature"] as const;
export type Refusal = (typeof REFUSALS)[number];

/**
 * What an acknowledged delivery did. `asked`: it proved nothing, so we asked the service and believed the answer.
 * `contested`: proven, and contrary to what we hold. `mismatch`: it disagrees with our record and did nothing.
 */
export const EFFECTS = ["asked", "settled", "contested", "repeat", "mismatch"] as const;
export type Effect = (typeof EFFECTS)[number];
