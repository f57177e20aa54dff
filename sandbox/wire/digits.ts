/**
 * A JSON number kept as the digits that were written. Reading money into a
 * float and writing it again would change `12.50`, and past 2^53 its value.
 */
export class Digits {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Json = string | number | boolean | null | Digits | readonly Json[] | { readonly [key: string]: Json };

/** JSON text of a value; `Digits` are written as they are. */
export function writeJson(value: Json): string {
  if (value instanceof Digits) return value.text;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(writeJson).join(",")}]`;
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${writeJson(member)}`);
  return `{${members.join(",")}}`;
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);
