import type { AccountNameProblem, AccountNameWarning } from "./account-name";
import type { KatakanaProblem } from "./katakana";

/** What a field for a name shows of what is in it. */
export type TypedName = {
  /** The text after the changes that cannot be wrong, to be put in its place when the field is left. */
  text: string;
  /** A change that could be wrong, to be confirmed with one press. */
  proposal: {
    code: "COMPANY_ABBREVIATION" | "DASH_TO_PROLONGED" | "COMPANY_AND_DASH" | "LOOK_ALIKES";
    text: string;
  } | null;
  problems: Pick<AccountNameProblem | KatakanaProblem, "code" | "character" | "position">[];
  warnings: (AccountNameWarning | "RARE_IN_READINGS")[];
  /** The bank's spelling, one byte a character; null where no bank reads the name. */
  zengin: string | null;
};
