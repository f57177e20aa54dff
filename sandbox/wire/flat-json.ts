import { Digits } from "./digits";

export type FlatValue = string | boolean | null | Digits;
export type Flat = { ok: true; fields: Map<string, FlatValue> } | { ok: false; problem: string };

const NAME_LENGTH = 64;
const shown = (name: string) => name.slice(0, NAME_LENGTH);

/** Reads one JSON object without nesting. Numbers keep their digits, and a repeated key is refused. */
export function readFlatJson(text: string): Flat {
  let plain: unknown;
  try {
    plain = JSON.parse(text);
  } catch {
    return { ok: false, problem: "body: must be a JSON object" };
  }
  if (plain === null || typeof plain !== "object" || Array.isArray(plain)) {
    return { ok: false, problem: "body: must be a JSON object" };
  }
  const nested = Object.entries(plain).find(([, value]) => value !== null && typeof value === "object");
  if (nested) return { ok: false, problem: `${shown(nested[0])}: must not be an object or a list` };

  const keys = keysOf(text);
  const repeated = keys.find((key, index) => keys.indexOf(key) !== index);
  if (repeated !== undefined) return { ok: false, problem: `${shown(repeated)}: is given twice` };

  return { ok: true, fields: new Map(Object.entries(JSON.parse(text, withDigits))) };
}

const withDigits = (_key: string, value: unknown, context?: { source?: string }) =>
  typeof value === "number" ? new Digits(context?.source ?? String(value)) : value;

/** The keys of a flat object, in valid JSON: the strings that a colon follows. */
const keysOf = (text: string): string[] =>
  [...text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?/g)].flatMap(([, quoted = "", colon]) =>
    colon === undefined ? [] : [String(JSON.parse(quoted))],
  );
