import "server-only";
import { inArray } from "drizzle-orm";
import { users } from "@/drizzle/schema/users";
import type { Db } from "@/lib/db/connection";
import { may, type Permission } from "./permissions";

/** A user who was shown a secret that works. `until`: when a former secret ends; null for the present one. */
export type Holder = { id: string; until: string | null };

/** A holder who is disabled, or may not manage such secrets any more. */
export type LeftHolder = { name: string; isDisabled: boolean; until: string | null };

/** Each holder once, with the secret that works longest. */
export function holdersOnce(former: readonly Holder[], present: string | undefined): Holder[] {
  const until = new Map(former.map((holder) => [holder.id, holder.until]));
  if (present !== undefined) until.set(present, null);
  return [...until].map(([id, end]) => ({ id, until: end }));
}

/**
 * Of each thing with a secret, who knows it and left. A user who leaves takes the secret along: disabling them does not
 * end it, as systems use it.
 */
export async function leftHolders<Held>(
  db: Db,
  held: readonly Held[],
  { holdersOf, permission }: { holdersOf: (one: Held) => Holder[]; permission: Permission },
): Promise<Map<Held, LeftHolder[]>> {
  const known = held.map((one) => ({ one, holders: holdersOf(one) }));
  const ids = known.flatMap(({ holders }) => holders.map(({ id }) => id));
  const { id, name, role, disabledAt } = users;
  const found = await db.select({ id, name, role, disabledAt }).from(users).where(inArray(id, ids));
  const left = new Map(
    found.flatMap((user) => {
      const isDisabled = user.disabledAt !== null;
      return isDisabled || !may(user.role, permission) ? [[user.id, { name: user.name, isDisabled }] as const] : [];
    }),
  );
  return new Map(
    known.map(({ one, holders }) => [
      one,
      holders.flatMap(({ id: holder, until }) => {
        const who = left.get(holder);
        return who ? [{ ...who, until }] : [];
      }),
    ]),
  );
}
