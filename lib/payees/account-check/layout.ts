import { RECORD_LENGTH } from "@/lib/imports/zengin/layout";

/*
 * A 口座照会 file: records as in a file of transfers. Banks differ in where the fields of a data record are, so that their
 * positions are a setting.
 */

export const CHECK_FIELDS = ["bank", "branch", "accountType", "account", "holder", "result"] as const;
export type CheckField = (typeof CHECK_FIELDS)[number];

/** First and last position of a field, from 1. */
type Range = readonly [first: number, last: number];
export type CheckLayout = { fileType: string; fields: Record<CheckField, Range> };

/** As in a file of transfers, with the answer where that has its mark. */
export const USUAL_LAYOUT: CheckLayout = {
  fileType: "21",
  fields: {
    bank: [2, 5],
    branch: [21, 23],
    accountType: [43, 43],
    account: [44, 50],
    holder: [51, 80],
    result: [113, 113],
  },
};

const LENGTHS: Partial<Record<CheckField, number>> = { bank: 4, branch: 3, accountType: 1, account: 7, result: 1 };

/** Reads a setting such as `type=98,result=91-91`: what it does not name stays as it usually is. Null: it cannot be read. */
export function readCheckLayout(text: string): CheckLayout | null {
  let { fileType } = USUAL_LAYOUT;
  const fields = { ...USUAL_LAYOUT.fields };
  for (const part of text.split(",").filter((one) => one.trim() !== "")) {
    const read = /^\s*(\w+)\s*=\s*(\d{1,3})(?:-(\d{1,3}))?\s*$/.exec(part);
    if (!read?.[1] || !read[2]) return null;
    const [, name, first, last = first] = read;
    const field = CHECK_FIELDS.find((one) => one === name);
    if (field) fields[field] = [Number(first), Number(last)];
    else if (name === "type" && /^\d{2}$/.test(first)) fileType = first;
    else return null;
  }
  return isUsable(fields) ? { fileType, fields } : null;
}

/** Each field is as long as what it holds, within the record, behind its kind, and over no other. */
function isUsable(fields: CheckLayout["fields"]): boolean {
  const ranges = CHECK_FIELDS.map((name) => fields[name]).sort(([a], [b]) => a - b);
  const areApart = ranges.every(([first], at) => first > (ranges[at - 1]?.[1] ?? 1));
  const areLong = CHECK_FIELDS.every((name) => {
    const [first, last] = fields[name];
    const length = last - first + 1;
    return last <= RECORD_LENGTH && (LENGTHS[name] === undefined ? length >= 15 : length === LENGTHS[name]);
  });
  return areApart && areLong;
}

export const fieldOf = (record: string, [first, last]: Range): string => record.slice(first - 1, last);

/** A data record with these fields; every other position is blank. */
export function dataRecord({ fields }: CheckLayout, values: Record<CheckField, string>): string {
  const record = Array.from({ length: RECORD_LENGTH }, () => " ");
  record[0] = "2";
  for (const name of CHECK_FIELDS) {
    const [first, last] = fields[name];
    const value = values[name].padEnd(last - first + 1, " ");
    for (let at = first; at <= last; at += 1) record[at - 1] = value[at - first] ?? " ";
  }
  return record.join("");
}
