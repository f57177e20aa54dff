import "server-only";
import type { Ctx } from "@/lib/auth/context";

const SLOT_MS = 600_000;
/** Six hours: a name comes again after its lock is surely gone, and the table of queues does not grow. */
const SLOTS = 36;

/**
 * A queue in which late jobs run one after another. graphile-worker keeps the lock of a killed worker for four hours, on
 * the queue as on its job, so the name changes every ten minutes: adding a job by its key moves it from the locked
 * queue to the new one, and the next sweep rescues what waits there.
 */
export const lateQueue = ({ environment, now }: Pick<Ctx, "environment" | "now">, name: string): string =>
  `${name}:${environment}:${Math.floor(now().getTime() / SLOT_MS) % SLOTS}`;
