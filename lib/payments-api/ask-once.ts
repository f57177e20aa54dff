/** Minimum time between two equal queries of one process, for any number of readers. */
export const ASK_AGAIN_MS = 3_000;

type Asked = { at: Date; answer: Promise<unknown> };
const asked = new WeakMap<object, Map<string, Asked>>();

type Question = { name: string; now: () => Date };

/** Shares one answer, pending or failed ones included, among all equal queries of this owner. */
export function askOnce<T>(owner: object, { name, now }: Question, ask: () => Promise<T>) {
  const ofOwner = asked.get(owner) ?? new Map<string, Asked>();
  asked.set(owner, ofOwner);
  const last = ofOwner.get(name);
  if (last && Math.abs(now().getTime() - last.at.getTime()) < ASK_AGAIN_MS) return last.answer as Promise<T>;
  const answer = ask();
  ofOwner.set(name, { at: now(), answer });
  return answer;
}
