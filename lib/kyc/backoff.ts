import { FINAL_LOOK_MS } from "./state";

/** How long to wait before asking about a player again. Callbacks come once or never, so asking is a normal path. */

const FIRST_MS = 10_000;
const LONGEST_MS = 24 * 3_600_000;

type Since = {
  /** How often it was asked about since it was sent. */
  polls: number;
  /** How long ago it was sent. */
  ageMs: number;
  /** 0 to 1, so that players do not ask in step. */
  spread: number;
};

/** The gap doubles, but never steps over the moment by which the service should have decided. */
export function playerBackoffMs({ polls, ageMs, spread }: Since): number {
  const grown = Math.min(FIRST_MS * 2 ** polls, LONGEST_MS) * (0.8 + 0.4 * spread);
  const untilFinalLook = FINAL_LOOK_MS - ageMs;
  return Math.round(untilFinalLook > 0 ? Math.min(grown, untilFinalLook) : grown);
}
