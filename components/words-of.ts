import type { Messages } from "next-intl";

type Namespace = keyof Messages;
type GroupIn<N extends Namespace> = {
  [K in keyof Messages[N]]: Messages[N][K] extends string ? never : K;
}[keyof Messages[N]];

/**
 * `"orders"` is all of a namespace; `"orders.*"` is what stands directly in it, without its groups; `"orders.sorts"` is
 * that and one group. A list needs a tenth of what there is to say about one order.
 */
export type Words = { [N in Namespace]: N | `${N}.*` | `${N}.${GroupIn<N> & string}` }[Namespace];

/** The words that were asked for. Messages are parsed when the console is built: a list is a message, too. */
export function wordsOf(messages: Messages, asked: readonly Words[]): Record<string, object> {
  const words: Record<string, object> = {};
  for (const [namespace, all] of Object.entries(messages)) {
    if (asked.some((one) => one === namespace)) words[namespace] = all;
    else if (asked.some((one) => one.startsWith(`${namespace}.`))) {
      const needed = ([key, word]: [string, unknown]) =>
        !isGroup(word) || asked.some((one) => one === `${namespace}.${key}`);
      words[namespace] = Object.fromEntries(Object.entries(all).filter(needed));
    }
  }
  return words;
}

/** Made once for each language: every page asks for the same words again. */
const texts = new WeakMap<Messages, Map<string, string>>();

/** The words that were asked for, as JSON. */
export function textOfWords(messages: Messages, asked: readonly Words[]): string {
  const made = texts.get(messages) ?? new Map<string, string>();
  texts.set(messages, made);
  const all = asked.join(" ");
  const text = made.get(all) ?? JSON.stringify(wordsOf(messages, asked));
  made.set(all, text);
  return text;
}

const isGroup = (word: unknown) => typeof word === "object" && !Array.isArray(word);
