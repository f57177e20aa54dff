import { err, ok, type Result } from "@/lib/result";

/** A JSON value in which every number is the text of its digits, as they were written. */
export type Exact = string | boolean | null | Exact[] | { [name: string]: Exact };

export type Unparsable = "not JSON" | "nested_too_deeply" | "a_name_twice";

/** The API's deepest body has two levels. The limit leaves room for new fields and keeps recursion harmless. */
const DEPTH = 32;

/** Reads JSON without sending a number through a float. A body that names a field twice could be read in two ways. */
export function parseExact(text: string): Result<Exact, Unparsable> {
  try {
    const flaw = flawIn(text);
    return flaw === null ? ok(JSON.parse(text, digitsAsWritten)) : err(flaw);
  } catch (error) {
    if (error instanceof SyntaxError) return err("not JSON");
    throw error;
  }
}

function digitsAsWritten(_name: string, value: unknown, context?: { source?: string }) {
  if (typeof value !== "number") return value;
  if (context?.source === undefined) throw new Error("This JavaScript engine does not show the source of a number.");
  return context.source;
}

/** Walks over the brackets and the names. Whether the text is JSON at all is left to JSON.parse. */
function flawIn(text: string): Unparsable | null {
  // The names so far in each open object; null for a list, in which no string is a name.
  const open: (Set<string> | null)[] = [];
  let nameIsNext = false;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case "{":
        open.push(new Set());
        nameIsNext = true;
        break;
      case "[":
        open.push(null);
        break;
      case "}":
      case "]":
        open.pop();
        break;
      case ",":
        nameIsNext = true;
        break;
      case '"': {
        const end = endOfString(text, at);
        const names = open.at(-1);
        if (nameIsNext && names) {
          const name: string = JSON.parse(text.slice(at, end));
          if (names.has(name)) return "a_name_twice";
          names.add(name);
        }
        nameIsNext = false;
        at = end - 1;
      }
    }
    if (open.length > DEPTH) return "nested_too_deeply";
  }
  return null;
}

/** The position after the closing quote, or after the text where there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
