import "server-only";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { DirectoryEntry } from "@/lib/banks/schema";
import { bankDirectory } from "@/lib/japan/directory/load";
import { BEST, find } from "./matching";
import { sightOf } from "./names";
import type { SearchView } from "./schema";
import { NOTHING, viewOf } from "./showing";
import { readSought } from "./sought";

/**
 * What may be meant, while it is being typed. Who does not see names is suggested nothing by them: a name would be
 * spelled out letter by letter.
 */
export async function suggestHeld(ctx: Ctx, { q }: { q: string }): Promise<SearchView> {
  requirePermission(ctx, "transactions:read");
  const sought = readSought(q);
  if (!sought) return NOTHING;
  const found = await find(ctx, sought, { sight: sightOf(ctx) === "all" ? "all" : "masked", limit: BEST });
  return viewOf(ctx, sought, found);
}

const BANKS = 5;

/** Banks of the Japanese directory that are called so, or have this code. */
export async function findBanks(ctx: Ctx, { q }: { q: string }): Promise<DirectoryEntry[]> {
  requirePermission(ctx, "banks:read");
  const sought = readSought(q);
  if (!sought || [...sought.text].length < 2) return [];
  const directory = await bankDirectory();
  return directory.searchBanks(sought.text).slice(0, BANKS);
}
