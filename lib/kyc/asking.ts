import "server-only";
import { eq } from "drizzle-orm";
import { registrations } from "@/drizzle/schema/registrations";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { gapMs } from "@/lib/transactions/looks";
import { isUnknown, isWatched, mayExist } from "@/lib/transactions/submission";
import { playerGapMs } from "./looks";
import { isDecided } from "./state";

/** Plans the next look at a registration, or none where nothing more is expected of it. Replaces one already planned. */
export async function planNextLook(tx: Tx, ctx: Ctx, registrationRow: string, when: "now" | "in a while") {
  const mine = eq(registrations.id, registrationRow);
  const [row] = await tx.select().from(registrations).where(mine).for("update");
  if (!row) throw new Error(`no registration ${registrationRow}`);

  const { environment, playerId } = row;
  const isOpen = isWatched(row.submission) && row.submission !== "not created" && !isDecided(row.status);
  const wanted = row.supersededAt === null && (when === "now" ? mayExist(row.submission) : isOpen);
  const nextAskAt = wanted ? new Date(ctx.now().getTime() + (when === "now" ? 0 : wait(ctx, row))) : null;
  await tx.update(registrations).set({ nextAskAt }).where(mine);
  if (nextAskAt === null) return;
  const key = `ask-player:${environment}:${playerId}`;
  await enqueue(tx, "ask-about-player", { environment, playerId }, { runAt: nextAskAt, key });
}

function wait(ctx: Ctx, { asks, submission, sentAt, createdAt }: typeof registrations.$inferSelect): number {
  const spread = Number.parseInt(ctx.random(2), 16) / 0xffff;
  if (isUnknown(submission)) return gapMs({ asks, pace: "usual", spread });
  return playerGapMs({ asks, ageMs: ctx.now().getTime() - (sentAt ?? createdAt).getTime(), spread });
}
