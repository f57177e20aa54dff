import "server-only";
import { createHash } from "node:crypto";
import type { PoolClient } from "pg";

/*
 * A named statement is parsed and planned once in a session, and only run after that. A payout has some fifty statements
 * in its transactions, always the same ones.
 */

/** A session keeps the plan of each name. Statements over a list of values have many texts, and are not worth it. */
const NAMES_MAX = 500;
const TEXT_MAX = 6_000;
const PLANNED = /^\s*(select|insert|update|delete|with)\b/i;

const names = new Map<string, string>();

/** Follows from the text alone: Next loads this module more than once, and all of them share the pool's sessions. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= NAMES_MAX || text.length > TEXT_MAX || !PLANNED.test(text)) return known;
  const name = `choba_${createHash("sha256").update(text).digest("hex").slice(0, 40)}`;
  names.set(text, name);
  return name;
}

/** The same connection, whose statements have names. */
export function withNamedStatements(client: PoolClient): PoolClient {
  const named = (first: unknown) =>
    typeof first === "object" && first !== null && "text" in first && typeof first.text === "string"
      ? { name: nameOf(first.text), ...withoutUndefined(first) }
      : first;
  const query = (first: unknown, ...rest: unknown[]) => Reflect.apply(client.query, client, [named(first), ...rest]);
  return Object.create(client, { query: { value: query } });
}

/** A name that is given goes before ours; drizzle passes one that is undefined. */
const withoutUndefined = (config: object) =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
