import "server-only";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { BanksView } from "./schema";

/** The banks that the service lists for a currency, asked live: it is the authority, we keep no copy. */
export async function listBanks(ctx: Ctx, { currency }: { currency: string }): Promise<BanksView> {
  requirePermission(ctx, "banks:read");
  const { result } = await ctx.api.banks(currency);
  return { currency, listed: result, askedAt: ctx.now().toISOString() };
}
