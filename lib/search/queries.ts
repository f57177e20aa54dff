import "server-only";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { DirectoryEntry } from "@/lib/banks/schema";
import { bankDirectory } from "@/lib/japan/directory/load";
import { parseQuery } from "./parse-query";

const BANKS = 5;

/** Banks of the Japanese directory that are called so, or have this code. */
export async function findBanks(ctx: Ctx, { q }: { q: string }): Promise<DirectoryEntry[]> {
  requirePermission(ctx, "banks:read");
  const query = parseQuery(q);
  if (!query || [...query.text].length < 2) return [];
  const directory = await bankDirectory();
  return directory.searchBanks(query.text).slice(0, BANKS);
}
