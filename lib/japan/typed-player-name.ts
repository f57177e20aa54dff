import { readAccountName } from "./account-name";
import { composeKana } from "./kana";
import { readKatakana } from "./katakana";
import type { TypedName } from "./typed-name";

/** A player's name as it is being typed. It decides nothing: `readKatakana` does, when the form is read. */
export function typedPlayerName(typed: string): TypedName {
  const read = readKatakana(typed);
  const common = { zengin: null, text: composeKana(typed).text };
  if (!read.ok) {
    const { problems, suggestion } = read.error;
    const proposal = suggestion === null ? null : ({ code: "LOOK_ALIKES", text: suggestion } as const);
    return { ...common, problems, proposal, warnings: [] };
  }
  const { value, confirm, warnings } = read.value;
  const [code] = confirm;
  const shown = warnings.map(() => "RARE_IN_READINGS" as const);
  const bank = readAccountName(value);
  const zengin = bank.ok ? bank.value.zengin : null;
  return { ...common, zengin, proposal: code ? { code, text: value } : null, problems: [], warnings: shown };
}
