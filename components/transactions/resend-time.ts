import type { ProofView } from "@/lib/transactions/schema";

/** Status checks that count are a minute apart; in between the service is asked about every quarter of one. */
const APART_MS = 60_000;
const FIRST_AFTER_MS = 5_000;
const MINUTE_MS = 60_000;

/** When the two checks after the expiry were made, or can be at the earliest. */
export function checksDue({ expiresAt, checks }: Pick<ProofView, "expiresAt" | "checks">): [Date, Date] {
  const first = checks[0] ? Date.parse(checks[0]) : Date.parse(expiresAt) + FIRST_AFTER_MS;
  return [new Date(first), new Date(first + APART_MS)];
}

/** From about when a lost request may be made again, a whole minute; null where no time decides it. */
export function resendFrom(proof: Pick<ProofView, "expiresAt" | "checks" | "missing">): Date | null {
  switch (proof.missing) {
    case "expiry":
    case "first_look":
    case "second_look": {
      const [, second] = checksDue(proof);
      return new Date(Math.ceil(second.getTime() / MINUTE_MS) * MINUTE_MS);
    }
    case "control":
    case "service_clock":
    case "first_word":
    case "second_word":
      return null;
  }
}
