import { type Environment, isEnvironment } from "@/lib/environment";

/*
 * The orders and players viewed last, in this browser only: IDs, without personal data. They are deleted when the user
 * signs out or another one signs in.
 */

export type Recent = { kind: "order" | "player"; id: string };

const KEY = "choba.recent";
const KEPT = 8;

type Kept = { user: string; seen: (Recent & { environment: Environment })[] };

function read(user: string): Kept {
  const nothing = { user, seen: [] };
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return isKept(kept) && kept.user === user ? kept : nothing;
  } catch {
    return nothing; // Storage may be disabled or hold foreign data.
  }
}

const isKept = (value: unknown): value is Kept =>
  typeof value === "object" && value !== null && "user" in value && "seen" in value && Array.isArray(value.seen);

export const recentOf = (user: string, environment: Environment): Recent[] =>
  read(user).seen.filter((one) => one.environment === environment);

/** The newest first, each once. */
export function remember(user: string, environment: Environment, { kind, id }: Recent) {
  const others = read(user).seen.filter((one) => one.environment !== environment || one.kind !== kind || one.id !== id);
  write(JSON.stringify({ user, seen: [{ environment, kind, id }, ...others].slice(0, KEPT) } satisfies Kept));
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

/** What the page with this address shows; null where it is neither an order nor a player. */
export function lookedAt(pathname: string): (Recent & { environment: Environment }) | null {
  const [, environment = "", section, id, more] = pathname.split("/");
  if (!isEnvironment(environment) || id === undefined || id === "" || more !== undefined) return null;
  if (section === "transactions" && id !== "backfill")
    return { environment, kind: "order", id: decodeURIComponent(id) };
  if (section === "players" && id !== "new" && id !== "bulk")
    return { environment, kind: "player", id: decodeURIComponent(id) };
  return null;
}
