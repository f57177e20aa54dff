import { stopChildren } from "./child-processes.mjs";
import { say } from "./progress.mjs";
import { Refusal } from "./refusal.mjs";

const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

const ORPHAN_POLL_MS = 250;

/** npm passes on a signal that came to the whole group, so that the first one is heard twice. */
const SAME_SIGNAL_MS = 1_000;

/**
 * npm starts a shell that starts us. Of a signal to npm alone only the shell hears, and its end is what we notice.
 * @param {() => void} tell
 */
function whenOrphaned(tell) {
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    tell();
  }, ORPHAN_POLL_MS).unref();
}

/**
 * Runs until the work ends or the person stops it, then stops in order what was started, and ends the process.
 * @param {() => Promise<void>} work
 * @param {{ exitCodeWhenStopped?: number }} [options] 0 where being stopped is the way that it ends
 */
export async function runUntilStopped(work, { exitCodeWhenStopped = 0 } = {}) {
  const asked = new Promise((resolve) => {
    for (const signal of SIGNALS) process.on(signal, resolve);
    if (process.env.npm_lifecycle_event) whenOrphaned(() => resolve(undefined));
  }).then(() => {
    // A second signal ends this process immediately, and the reaper cleans up.
    const endAtOnce = () => {
      for (const signal of SIGNALS) process.once(signal, () => process.exit(1));
    };
    setTimeout(endAtOnce, SAME_SIGNAL_MS).unref();
    say("\nStopping …");
    process.exitCode = exitCodeWhenStopped;
  });

  try {
    await Promise.race([work(), asked]);
  } catch (error) {
    console.error(error instanceof Refusal ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
  await stopChildren();
  process.exit();
}
