import { readAccountName } from "./account-name";
import { composeKana } from "./kana";
import type { TypedName } from "./typed-name";
import { fullWidthName, hasDashForProlonged, zenginOf } from "./zengin";

/** A holder's name as it is being typed. It decides nothing: `readAccountName` does, when the form is read. */
export function typedAccountName(typed: string): TypedName {
  const text = hasDashForProlonged(typed) ? composeKana(typed).text : fullWidthName(typed);
  const read = readAccountName(typed);
  if (!read.ok) {
    const { name, problems, suggestion } = read.error;
    const proposal = suggestion === null ? null : ({ code: "LOOK_ALIKES", text: suggestion } as const);
    return { text, proposal, problems, warnings: [], zengin: zenginOf(name) };
  }
  const { name, confirm, warnings, zengin } = read.value;
  // One press confirms all that it changes, so its words name all of it.
  const code = confirm.length > 1 ? "COMPANY_AND_DASH" : confirm[0];
  return { text, proposal: code ? { code, text: name } : null, problems: [], warnings, zengin };
}
