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
  const tokens = new Tokens(text);
  if (!tokens.takeSign("{")) return NOT_AN_OBJECT;
  let closed = tokens.takeSign("}");
  while (!closed) {
    tokens.skipSpace();
    const quoted = tokens.take(STRING);
    if (quoted === undefined || !tokens.takeSign(":")) return NOT_AN_OBJECT;
    const key = unquote(quoted);
    const name = key.slice(0, LONGEST_NAME);
    if (fields.has(key)) return { ok: false, problem: `${name}: is given twice` };

    tokens.skipSpace();
    const value = tokens.take(STRING) ?? tokens.take(NUMBER) ?? tokens.take(WORD);
    if (value === undefined) {
      return tokens.take(NESTED) ? { ok: false, problem: `${name}: must not be an object or a list` } : NOT_AN_OBJECT;
    }
    fields.set(key, readScalar(value));
    if (tokens.takeSign(",")) continue;
    if (!tokens.takeSign("}")) return NOT_AN_OBJECT;
    closed = true;
  }
  tokens.skipSpace();
  return tokens.isAtEnd() ? { ok: true, fields } : NOT_AN_OBJECT;
}

/** A text that is read from its beginning, token by token. */
class Tokens {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  take(token: RegExp): string | undefined {
    token.lastIndex = this.#at;
    const found = token.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  takeSign(sign: string): boolean {
    this.skipSpace();
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  skipSpace(): void {
    if (this.#text.charCodeAt(this.#at) <= 0x20) this.take(SPACE);
  }

  isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }
}

function readScalar(token: string): FlatValue {
  if (token.startsWith('"')) return unquote(token);
  if (token === "null") return null;
  return token === "true" || token === "false" ? token === "true" : new Digits(token);
}

const unquote = (quoted: string): string => (quoted.includes("\\") ? String(JSON.parse(quoted)) : quoted.slice(1, -1));
