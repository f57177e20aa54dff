import type { AuthenticationResponseJSON } from "@simplewebauthn/server";

/** The ways to prove one's identity again. */
export type Means = "password" | "code" | "passkey" | "recovery_code" | "issuer";

export type Proof =
  | { by: "password"; password: string }
  | { by: "code"; code: string }
  | { by: "recovery_code"; code: string }
  | { by: "passkey"; response: AuthenticationResponseJSON };

/** Nothing was changed: one of these proofs is needed first, in this session. "issuer" means signing in there again. */
export type ProofNeeded = { kind: "proof_needed"; means: Means[] };

/** How long a proof counts as recent. */
export const FRESH_MINUTES = 5;

/** How long a passkey may take to sign. */
export const CHALLENGE_MINUTES = 5;
