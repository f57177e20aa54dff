/**
 * What was typed and not sent, by its author's user ID and what it is about. It stays while the author visits other
 * pages, and is gone with a reload, as at each sign-out. Another tab of the browser may sign another user in meanwhile,
 * who finds none of it.
 */
export function keptTyped<T>() {
  const kept = new Map<string, { typed: T; isSent: boolean }>();
  const keyOf = (author: string, about: string) => `${author}:${about}`;
  return {
    of: (author: string, about: string) => kept.get(keyOf(author, about))?.typed ?? null,
    /** Whether it was sent as it is. What became of it may be unknown. */
    isSent: (author: string, about: string) => kept.get(keyOf(author, about))?.isSent ?? false,
    keep(author: string, about: string, typed: T | null, isSent = false) {
      if (typed === null) kept.delete(keyOf(author, about));
      else kept.set(keyOf(author, about), { typed, isSent });
    },
  };
}
