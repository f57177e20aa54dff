import { type AccountNameProblem, type AccountNameWarning, readAccountName } from "./account-name";
import { fullWidthName, zenginOf } from "./zengin";

/** What a field for a holder's name shows of what is in it. */
export type TypedName = {
  /** The text after the changes that cannot be wrong, to be put in its place when the field is left. */
  text: string;
  /** Which change a person should be told of: a dash that became a long-vowel mark could have been a dash. */
  change: "WIDTH" | "DASH_TO_PROLONGED" | null;
  /** A better text to be put in its place with one press. */
  proposal: { code: "COMPANY_ABBREVIATION" | "LOOK_ALIKES"; text: string } | null;
  problems: AccountNameProblem[];
  warnings: AccountNameWarning[];
  /** The bank's spelling, one byte a character. */
  zengin: string;
};

const prolongedMarks = (text: string) => text.match(/ー/g)?.length ?? 0;

/** A holder's name as it is being typed. It decides nothing: `readAccountName` does, when the form is read. */
export function typedAccountName(typed: string): TypedName {
  const text = fullWidthName(typed);
  const isSame = text === typed;
  const becameProlonged = prolongedMarks(text) > prolongedMarks(typed.normalize("NFKC"));
  const change = isSame ? null : becameProlonged ? "DASH_TO_PROLONGED" : "WIDTH";
  const read = readAccountName(text);
  if (!read.ok) {
    const { name, problems, suggestion } = read.error;
    const proposal = suggestion === null ? null : ({ code: "LOOK_ALIKES", text: suggestion } as const);
    return { text, change, proposal, problems, warnings: [], zengin: zenginOf(name) };
  }
  const { name, confirm, warnings, zengin } = read.value;
  const proposal = confirm.length === 0 ? null : ({ code: "COMPANY_ABBREVIATION", text: name } as const);
  return { text, change, proposal, problems: [], warnings, zengin };
}
