import type { Ctx } from "@/lib/auth/context";
import { closeDay } from "@/lib/daily-close/commands";
import { getDay } from "@/lib/daily-close/queries";
import { differencesOf } from "@/lib/daily-close/schema";

/** Closes a day as from its page that has just been loaded: the reason is about the differences of that moment. */
export async function closeDayAsShown(ctx: Ctx, { day, reason }: { day: string; reason: string }) {
  const view = await getDay(ctx, { day });
  return closeDay(ctx, { day, reason, seen: differencesOf(view?.figures ?? []) });
}
