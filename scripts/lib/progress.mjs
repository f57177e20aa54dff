const BEAT_MS = 10_000;

/** @param {string} line */
export const say = (line) => console.log(line);

const elapsed = (/** @type {number} */ since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Says what is being done and how long it took; while it takes long, also how far it is.
 * @template T
 * @param {string} title
 * @param {(howFar: (words: string) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const since = performance.now();
  let far = "";
  say(`• ${title}`);
  const beat = setInterval(() => say(`    ${elapsed(since)}${far && `: ${far}`}`), BEAT_MS);
  try {
    const result = await work((words) => {
      far = words.trim() || far;
    });
    say(`    done in ${elapsed(since)}`);
    return result;
  } finally {
    clearInterval(beat);
  }
}
