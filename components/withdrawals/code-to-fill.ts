/**
 * The directory query for the name that belongs to a code. A name corrected by hand stays until the code changes;
 * entering the same code again queries it again.
 */
export function filledAfter(filled: string, asked: string, isFound: boolean): string {
  if (isFound) return asked;
  return filled === asked ? filled : "";
}
