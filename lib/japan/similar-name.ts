import { nameKey, nameReadings, nearKeys } from "./name-key";

/** Two names that begin alike for so long, and for so much of the shorter one, are taken for each other. */
const ALIKE_FROM = 4;
const ALIKE_SHARE = 0.6;

/** Whether one name could have been written for the other: a slip of the hand, a voice mark, another end. */
export function isSimilarName(one: string, other: string): boolean {
  const [a, b] = [nameKey(one), nameKey(other)];
  if (a === "" || b === "") return false;
  if (a === b) return true;
  const near = (name: string) => new Set(nameReadings(name).flatMap(nearKeys));
  if (!near(one).isDisjointFrom(near(other))) return true;
  const alike = sharedBeginning([...a], [...b]);
  return alike >= ALIKE_FROM && alike >= ALIKE_SHARE * Math.min(a.length, b.length);
}

function sharedBeginning(a: string[], b: string[]): number {
  const at = a.findIndex((kana, index) => kana !== b[index]);
  return at === -1 ? a.length : at;
}
