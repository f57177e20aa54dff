import { Digits } from "./digits";

export type FlatValue = string | boolean | null | Digits;
export type Flat = { ok: true; fields: Map<string, FlatValue> } | { ok: false; problem: string };

const SPACE = /[ \t\n\r]*/y;
// Any character from the space on, but a quote or a backslash only as an escape.
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const NESTED = /[[{]/y;

const LONGEST_NAME = 64;
const NOT_AN_OBJECT: Flat = { ok: false, problem: "body: must be a JSON object" };

/**
 * Reads one JSON object without nesting, which is all that this API has.
 * Unlike JSON.parse it keeps the digits of numbers and notices a repeated key,
 * and it stops at the first bracket, so depth costs nothing.
 */
export function readFlatJson(text: string): Flat {
  const fields = new Map<string, FlatValue>();
  let at = 0;
  const take = (token: RegExp): string | undefined => {
    token.lastIndex = at;
    const found = token.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const skipSpace = () => {
    if (text.charCodeAt(at) <= 0x20) take(SPACE);
  };
  const takeSign = (sign: string): boolean => {
    skipSpace();
    if (text[at] !== sign) return false;
    at += 1;
    return true;
  };

  if (!takeSign("{")) return NOT_AN_OBJECT;
  let closed = takeSign("}");
  while (!closed) {
    skipSpace();
    const quoted = take(STRING);
    if (quoted === undefined || !takeSign(":")) return NOT_AN_OBJECT;
    const key = unquote(quoted);
    const name = key.slice(0, LONGEST_NAME);
    if (fields.has(key)) return { ok: false, problem: `${name}: is given twice` };

    skipSpace();
    const value = take(STRING) ?? take(NUMBER) ?? take(WORD);
    if (value === undefined) {
      return take(NESTED) ? { ok: false, problem: `${name}: must not be an object or a list` } : NOT_AN_OBJECT;
    }
    fields.set(key, readScalar(value));
    if (takeSign(",")) continue;
    if (!takeSign("}")) return NOT_AN_OBJECT;
    closed = true;
  }
  skipSpace();
  return at === text.length ? { ok: true, fields } : NOT_AN_OBJECT;
}

function readScalar(token: string): FlatValue {
  if (token.startsWith('"')) return unquote(token);
  if (token === "null") return null;
  return token === "true" || token === "false" ? token === "true" : new Digits(token);
}

const unquote = (quoted: string): string => String(JSON.parse(quoted));
