/*
 * A workbook keeps a number and shows it by a format. Where both are not the same, what a person saw is not what we would
 * pay: dates, percentages, thousands, rounded decimals.
 */

/** Built-in formats that show a number as it is, with their codes. Others are dates, times, percentages and fractions. */
const BUILT_IN: Record<number, string> = {
  0: "General",
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  5: "#,##0",
  6: "#,##0",
  7: "#,##0.00",
  8: "#,##0.00",
  37: "#,##0",
  38: "#,##0",
  39: "#,##0.00",
  40: "#,##0.00",
  41: "#,##0",
  42: "#,##0",
  43: "#,##0.00",
  44: "#,##0.00",
  49: "@",
};

/** The code of a format; null where it is a built-in one that shows something else than the number. */
export const formatCode = (id: number, custom: ReadonlyMap<number, string>): string | null =>
  custom.get(id) ?? BUILT_IN[id] ?? null;

/** A number of the workbook as it is shown; null where it is shown as something else. */
export function shownNumber(value: string, code: string | null): string | null {
  if (code === null) return null;
  const [whole = "", decimals = ""] = value.split(".");
  if (code === "General" || code === "@") return value;
  const plain = plainCode(code);
  if (plain === null) return null;
  const [integer = "", fraction = ""] = plain.split(".");
  const places = fraction.replace(/[^0#?]/g, "").length;
  if (decimals.length > places) return null;
  const zeros = integer.replace(/[^0]/g, "").length;
  const sign = whole.startsWith("-") ? "-" : "";
  const padded = whole.slice(sign.length).padStart(zeros, "0");
  return `${sign}${padded}${decimals === "" ? "" : `.${decimals}`}`;
}

/**
 * The placeholders of a format's first section, without signs of currency; null where it has more than those. A digit, a
 * point or a word for a number that the format adds makes another amount of what is shown.
 */
function plainCode(code: string): string | null {
  const [first = ""] = code.split(";");
  const bare = first
    .replace(/\[(\$[^\]]*|[A-Za-z]{3,7}|Color ?\d+)\]/g, "")
    .replace(/"(?!\.")[^"\p{Nd}百千万億兆]*"/gu, "")
    .replace(/[_*\\][^\p{Nd}.百千万億兆]/gu, "")
    .replace(/[¥￥$円 ()+-]/g, "");
  // A comma behind the last placeholder divides by a thousand.
  return /^[0#?,]*[0#?](\.[0#?]*)?$/.test(bare) ? bare : null;
}
