import type { AccountNameProblem, AccountNameWarning } from "./account-name";
import type { KatakanaProblem } from "./katakana";

/** What a field for a name shows of what is in it. */
export type TypedName = {
  /** The text after the changes that cannot be wrong, to be put in its place when the field is left. */
  text: string;
  /** Which change a person should be told of: a dash that became a long-vowel mark could have been a dash. */
  change: "WIDTH" | "DASH_TO_PROLONGED" | null;
  /** A better text to be put in its place with one press. */
  proposal: { code: "COMPANY_ABBREVIATION" | "LOOK_ALIKES"; text: string } | null;
  problems: Pick<AccountNameProblem | KatakanaProblem, "code" | "character" | "position">[];
  warnings: (AccountNameWarning | "RARE_IN_READINGS")[];
  /** The bank's spelling, one byte a character; null where no bank reads the name. */
  zengin: string | null;
};

/** What was done to get from `typed` to `text`, as far as a person should be told. */
export function changeTold(typed: string, text: string): TypedName["change"] {
  if (text === typed) return null;
  return prolongedMarks(text) > prolongedMarks(typed.normalize("NFKC")) ? "DASH_TO_PROLONGED" : "WIDTH";
}

const prolongedMarks = (text: string) => text.match(/ー/g)?.length ?? 0;
