import { stopChildren } from "./children.mjs";
import { say } from "./progress.mjs";
import { Refusal } from "./refusal.mjs";

const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/**
 * Runs until the work ends or the person stops it, then stops in order what was started, and ends the process.
 * @param {() => Promise<void>} work
 * @param {{ exitCodeWhenStopped?: number }} [options] 0 where being stopped is the way that it ends
 */
export async function foreground(work, { exitCodeWhenStopped = 0 } = {}) {
  const asked = new Promise((resolve) => {
    for (const signal of SIGNALS) process.once(signal, resolve);
  }).then(() => {
    // A second signal ends this process immediately, and the guardian cleans up.
    for (const signal of SIGNALS) process.once(signal, () => process.exit(1));
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
