import { fieldProblems } from "@/lib/fields";
import type { TypedName } from "@/lib/japan/typed-name";
import { typedPlayerName } from "@/lib/japan/typed-player-name";
import { registrationInput } from "./schema";

/** What a row of a file shows of what is in it. The rules are those of the form, and the server has the last word. */
export type ReadRow = {
  /** As it would be sent. */
  playerId: string;
  userName: string;
  /** Field name to problem code. */
  problems: { playerId?: string | undefined; userName?: string | undefined };
  name: TypedName;
  /** A text that a person may accept with one press. */
  proposal: string | null;
  /** What was changed without asking. */
  changed: boolean;
};

const ANY_FORM = "00000000-0000-4000-8000-000000000000";

export function readRow(typed: { playerId: string; userName: string }): ReadRow {
  const read = registrationInput.safeParse({ formId: ANY_FORM, ...typed });
  const name = typedPlayerName(typed.userName);
  const problems: Record<string, string> = read.success ? {} : fieldProblems(read.error);
  // A dash that became a long-vowel mark could have been a dash: in a file nobody has seen it change.
  const asksAboutDash = name.change === "DASH_TO_PROLONGED" && name.problems.length === 0;
  return {
    playerId: read.success ? read.data.playerId : typed.playerId,
    userName: read.success ? read.data.userName : typed.userName,
    problems: { playerId: problems.playerId, userName: problems.userName },
    name,
    proposal: name.proposal?.text ?? (asksAboutDash ? name.text : null),
    changed: read.success && (read.data.userName !== typed.userName || read.data.playerId !== typed.playerId),
  };
}
