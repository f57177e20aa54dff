import "server-only";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { csvStream } from "@/lib/csv/stream";
import type { Download } from "@/lib/exports/download";
import { formatTokyo, tokyoCell, zoned } from "@/lib/time";
import { parseCursor } from "./cursor";
import { pageOf } from "./queries";
import type { ActivityChoice, ActivityEntry } from "./schema";

/** Entries read at a time. */
const BATCH = 500;

const HEADER = [
  ...[zoned("at"), "kind", "referenceId", "who", "what", "signature", "refused", "answered", "from", "status", "type"],
  ...["currency", "amount", "playerId", "subject", "detail"],
];

/** Everything that the filter lets through, newest first, as the reader's role may see it. */
export async function exportLog(ctx: Ctx, filter: ActivityChoice): Promise<Download<ReadableStream<Uint8Array>>> {
  requirePermission(ctx, "activity:read");
  await ctx.db.transaction((tx) =>
    record(tx, ctx, { action: "activity.exported", subject: ctx.environment, detail: { filter } }),
  );
  const name = `activity-${ctx.environment}-${formatTokyo(ctx.now(), "day").replaceAll("/", "")}.csv`;
  return { name, body: csvStream(HEADER, batches(ctx, filter)) };
}

async function* batches(ctx: Ctx, filter: ActivityChoice) {
  let older: string | null = null;
  do {
    const before = older === null ? undefined : (parseCursor(older) ?? undefined);
    const page = await pageOf(ctx, { ...filter, before }, BATCH);
    yield page.entries.map(cellsOf);
    older = page.older;
  } while (older !== null);
}

function cellsOf(entry: ActivityEntry): string[] {
  const common = [tokyoCell(new Date(entry.at)), entry.kind, entry.referenceId ?? ""];
  switch (entry.kind) {
    case "delivery": {
      const { said, effect, refusal, signature, answered, sourceAddress } = entry;
      const became = effect ?? (refusal === null ? "waiting" : "refused");
      return [
        ...[...common, "", became, signature, refusal ?? "", String(answered), sourceAddress ?? ""],
        ...[said?.status ?? "", said?.type ?? "", said?.money?.currency ?? "", said?.money?.amount ?? ""],
        ...[said?.playerId ?? "", "", ""],
      ];
    }
    case "audit": {
      const { actor, action, subject, detail } = entry;
      return [...common, actor.name, action, ...Array.from({ length: 9 }, () => ""), subject, JSON.stringify(detail)];
    }
  }
}
