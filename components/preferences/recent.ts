import { type Environment, isEnvironment } from "@/lib/environment";

/*
 * The orders and players that somebody looked at last, in this browser only: ids, nothing about anybody. They are gone
 * when the person signs out, and are nobody else's when another one signs in.
 */

export type Recent = { kind: "order" | "player"; id: string };

const KEY = "choba.recent";
const KEPT = 8;

type Kept = { person: string; seen: (Recent & { environment: Environment })[] };

function read(person: string): Kept {
  const nothing = { person, seen: [] };
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return isKept(kept) && kept.person === person ? kept : nothing;
  } catch {
    return nothing; // Storage may be disabled or hold foreign data.
  }
}

const isKept = (value: unknown): value is Kept =>
  typeof value === "object" && value !== null && "person" in value && "seen" in value && Array.isArray(value.seen);

export const recentOf = (person: string, environment: Environment): Recent[] =>
  read(person).seen.filter((one) => one.environment === environment);

/** The newest first, each once. */
export function remember(person: string, environment: Environment, { kind, id }: Recent) {
  const others = read(person).seen.filter(
    (one) => one.environment !== environment || one.kind !== kind || one.id !== id,
  );
  write(JSON.stringify({ person, seen: [{ environment, kind, id }, ...others].slice(0, KEPT) } satisfies Kept));
}

export const forgetRecent = () => write(null);

function write(text: string | null) {
  try {
    if (text === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // Nothing is lost but a convenience.
  }
}

/** What is looked at on the page with this address; null where it is neither an order nor a player. */
export function lookedAt(pathname: string): (Recent & { environment: Environment }) | null {
  const [, environment = "", section, id, more] = pathname.split("/");
  if (!isEnvironment(environment) || id === undefined || id === "" || more !== undefined) return null;
  if (section === "transactions" && id !== "add-missing")
    return { environment, kind: "order", id: decodeURIComponent(id) };
  if (section === "players" && id !== "new" && id !== "bulk")
    return { environment, kind: "player", id: decodeURIComponent(id) };
  return null;
}
