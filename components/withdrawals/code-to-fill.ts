/**
 * The question to the directory whose name has been filled in beside its code. A name corrected by hand stays until
 * another code is asked for; a code that was changed lost its name, so the same one typed again is asked for anew.
 */
export function filledAfter(filled: string, asked: string, isFound: boolean): string {
  if (isFound) return asked;
  return filled === asked ? filled : "";
}
