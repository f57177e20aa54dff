import type { Messages } from "next-intl";

type Namespace = keyof Messages;
type GroupIn<N extends Namespace> = {
  [K in keyof Messages[N]]: Messages[N][K] extends string ? never : K;
}[keyof Messages[N]];

/** `"orders"` is a whole namespace, `"orders.*"` its own messages without groups, `"orders.sorts"` those and one group. */
export type Picked = { [N in Namespace]: N | `${N}.*` | `${N}.${GroupIn<N> & string}` }[Namespace];

/** The messages that client components of a page need: all of them weigh several times as much as a page. */
export function pickMessages(messages: Messages, picked: readonly Picked[]): Record<string, object> {
  const namespaces = Object.entries(messages).map(([namespace, all]: [string, object]) => {
    const isPicked = ([key, message]: [string, unknown]) =>
      picked.some((one) => one === namespace || one === `${namespace}.${key}`) ||
      (!isGroup(message) && picked.some((one) => one.startsWith(`${namespace}.`)));
    return [namespace, Object.fromEntries(Object.entries(all).filter(isPicked))] as const;
  });
  return Object.fromEntries(namespaces.filter(([, all]) => Object.keys(all).length > 0));
}

/** Messages are parsed at build time: an array is one message. */
const isGroup = (message: unknown) => typeof message === "object" && !Array.isArray(message);
