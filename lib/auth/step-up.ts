import type { AuthenticationResponseJSON } from "@simplewebauthn/server";

/** How somebody who is signed in, or half-way, shows that it is still them. */
export type Means = "password" | "code" | "passkey" | "recovery_code" | "issuer";

export type Proof =
  | { by: "password"; password: string }
  | { by: "code"; code: string }
  | { by: "recovery_code"; code: string }
  | { by: "passkey"; response: AuthenticationResponseJSON };

/** Nothing was done: it is done once one of these was shown, in this session. "issuer" is by signing in there anew. */
export type ProofNeeded = { kind: "proof_needed"; means: Means[] };

/** How long a proof counts for what needs a fresh one. */
export const FRESH_MINUTES = 5;

/** How long a passkey may take to sign. */
export const CHALLENGE_MINUTES = 5;
