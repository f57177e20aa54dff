import "server-only";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { PASSWORD_MIN } from "./password-rules";

export type WeakPassword = { kind: "too_short" } | { kind: "too_easy_to_guess" };

/** On the library's scale from 0 to 4. 3: more than 10⁸ guesses with the hash. */
const SCORE_MIN = 3;

/** Characters that are judged: longer passwords are strong by length, and judging them is slow. */
const JUDGED = 64;

let judge: ZxcvbnFactory | undefined;

/** Null for an acceptable password: long enough, not common, and not made of the user's own data. */
export function weaknessOf(password: string, known: { email: string; name: string }): WeakPassword | null {
  if ([...password].length < PASSWORD_MIN) return { kind: "too_short" };
  judge ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const words = [known.email, ...known.email.split(/\W+/), known.name, ...known.name.split(/\s+/), "choba", "帳場"];
  const { score } = judge.check(password.slice(0, JUDGED), words);
  return score < SCORE_MIN ? { kind: "too_easy_to_guess" } : null;
}
