import { readKatakana } from "./katakana";
import { changeTold, type TypedName } from "./typed-name";

/** A player's name as it is being typed. It decides nothing: `readKatakana` does, when the form is read. */
export function typedPlayerName(typed: string): TypedName {
  const read = readKatakana(typed);
  const common = { zengin: null, warnings: [] as TypedName["warnings"], proposal: null };
  if (!read.ok) {
    const { value: text, problems, suggestion } = read.error;
    const proposal = suggestion === null ? null : ({ code: "LOOK_ALIKES", text: suggestion } as const);
    return { ...common, text, change: changeTold(typed, text), problems, proposal };
  }
  const { value: text, warnings } = read.value;
  const told = warnings.map(() => "RARE_IN_READINGS" as const);
  return { ...common, text, change: changeTold(typed, text), problems: [], warnings: told };
}
