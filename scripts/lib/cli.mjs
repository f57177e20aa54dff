import { stopChildren } from "./child-processes.mjs";
import { ensureInstalled } from "./install.mjs";
import { say } from "./progress.mjs";
import { Refusal } from "./refusal.mjs";
import { checkMachineNode, putPinnedNodeFirst } from "./runtime.mjs";

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

/** From a bare clone to the point where packages can be imported and Node 24 runs what we start. */
async function prepare() {
  checkMachineNode();
  await ensureInstalled();
  putPinnedNodeFirst();
}

/**
 * Prepares, runs until the work ends or the person stops it, then stops in order what was started, and ends the process.
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
    await Promise.race([prepare().then(work), asked]);
  } catch (error) {
    console.error(error instanceof Refusal ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
  await stopChildren();
  process.exit();
}
