import { fieldProblems } from "@/lib/fields";
import type { TypedName } from "@/lib/japan/typed-name";
import { typedPlayerName } from "@/lib/japan/typed-player-name";
import { registrationRow } from "./schema";

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

export function readRow(typed: { playerId: string; userName: string }): ReadRow {
  const read = registrationRow.safeParse(typed);
  const name = typedPlayerName(typed.userName);
  const problems: Record<string, string> = read.success ? {} : fieldProblems(read.error);
  return {
    playerId: read.success ? read.data.playerId : typed.playerId,
    userName: read.success ? read.data.userName : typed.userName,
    problems: { playerId: problems.playerId, userName: problems.userName },
    name,
    proposal: name.proposal?.text ?? null,
    changed: read.success && (read.data.userName !== typed.userName || read.data.playerId !== typed.playerId),
  };
}
