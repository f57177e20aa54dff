import "server-only";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { log } from "@/lib/log";

/** So long a process has had next to nothing to do before its memory is given back. */
const LOOK_MS = 60_000;
/** Of one core. One whose pages are read takes more. */
const IDLE_SHARE = 0.04;
/** Below, there would be little to give back. */
const GROWN = 1.25;
/** By how much the heap may grow over what is alive before it is collected; V8 alone waits for up to four times as much. */
const GROWTH_PERCENT = 150;

const MB = 2 ** 20;

/**
 * V8 keeps what it needed at its busiest, several times of what is alive, for hours after. Here it needs less, and while this
 * process is idle all is collected and given back to the system. That takes about half a second, and happens only where the
 * heap has grown since. Returns what ends it.
 */
export function giveBackIdleMemory(everyMs = LOOK_MS): () => void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  setFlagsFromString("--expose-gc");
  const collect: (options: object) => void = runInNewContext("gc");
  let used = process.cpuUsage();
  let kept = 0;
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(used);
    used = process.cpuUsage();
    const heap = getHeapStatistics().total_heap_size;
    if ((user + system) / 1000 / everyMs > IDLE_SHARE || heap < kept * GROWN) return;
    const [since, before] = [performance.now(), process.memoryUsage.rss()];
    // Any other kind leaves the freed pages with the process.
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
    kept = getHeapStatistics().total_heap_size;
    const mb = { beforeMb: Math.round(before / MB), afterMb: Math.round(process.memoryUsage.rss() / MB) };
    log.info({ ...mb, ms: Math.round(performance.now() - since) }, "memory: given back while idle");
  }, everyMs).unref();
  return () => clearInterval(timer);
}
