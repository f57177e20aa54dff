/** For any number of readers, one process sends the same query no more often than this. */
export const ASK_AGAIN_MS = 3_000;

type Asked = { at: Date; answer: Promise<unknown> };
const asked = new WeakMap<object, Map<string, Asked>>();

type Question = { name: string; now: () => Date; freshMs?: number };

/** Shares one answer, also one that is under way or a failure, among all who ask the same of this owner meanwhile. */
export function askOnce<T>(owner: object, { name, now, freshMs = ASK_AGAIN_MS }: Question, ask: () => Promise<T>) {
  const ofOwner = asked.get(owner) ?? new Map<string, Asked>();
  asked.set(owner, ofOwner);
  const last = ofOwner.get(name);
  if (last && Math.abs(now().getTime() - last.at.getTime()) < freshMs) return last.answer as Promise<T>;
  const answer = ask();
  ofOwner.set(name, { at: now(), answer });
  return answer;
}
