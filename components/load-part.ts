const TRIES = 3;
const PAUSE_MS = 1_000;

/**
 * Loads the code of a part that a page does without until then, for `next/dynamic`. Without a network the part comes when
 * there is one again: a load that fails takes the whole page with it, and what was typed. Throws after three failures with
 * a network.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await load();
    } catch (error) {
      if (!navigator.onLine) await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
      else if (tried >= TRIES) throw error;
      else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tried));
    }
  }
}
