import { readAccountName } from "./account-name";
import { changeTold, type TypedName } from "./typed-name";
import { fullWidthName, zenginOf } from "./zengin";

/** A holder's name as it is being typed. It decides nothing: `readAccountName` does, when the form is read. */
export function typedAccountName(typed: string): TypedName {
  const text = fullWidthName(typed);
  const change = changeTold(typed, text);
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
