/** The problem of a text that is too long, with the most that its field takes. */
export type OverLimit = `${"tooLong" | "tooWide"}:${number}`;

/** In characters. */
export const tooLong = (max: number): OverLimit => `tooLong:${max}`;

/** In half-width characters, of which one in full width takes two. */
export const tooWide = (max: number): OverLimit => `tooWide:${max}`;

/** The code of any problem, and the limit that it names. */
export function problemParts(problem: string): { code: string; max: number } {
  const [code = "", max] = problem.split(":", 2);
  return { code, max: Number(max ?? 0) };
}
