/**
 * What was typed and not sent, by its author's user ID and what it is about. It stays while the author visits other
 * pages, and is gone with a reload, as at each sign-out. Another tab of the browser may sign another user in meanwhile,
 * who finds none of it.
 */
export function keptTyped<T>() {
  const kept = new Map<string, { typed: T; unanswered: number }>();
  const keyOf = (author: string, about: string) => `${author}:${about}`;
  const count = (key: string, by: 1 | -1) => {
    const held = kept.get(key);
    if (held) held.unanswered = Math.max(0, held.unanswered + by);
  };
  return {
    of: (author: string, about: string) => kept.get(keyOf(author, about))?.typed ?? null,
    /** Whether it was sent as it is and no answer came, so that it may be recorded. */
    isUnanswered: (author: string, about: string) => (kept.get(keyOf(author, about))?.unanswered ?? 0) > 0,
    keep(author: string, about: string, typed: T | null) {
      if (typed === null) kept.delete(keyOf(author, about));
      else kept.set(keyOf(author, about), { typed, unanswered: 0 });
    },
    /** Sends it. A refusal may be that of a second press, so that each press without an answer counts. */
    async send<Answer>(author: string, about: string, send: () => Promise<Answer>): Promise<Answer> {
      count(keyOf(author, about), 1);
      const answer = await send();
      count(keyOf(author, about), -1);
      return answer;
    },
  };
}
