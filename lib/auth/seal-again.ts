import "server-only";
import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { totps } from "@/drizzle/schema/factors";
import { notificationChannels, pushSubscriptions } from "@/drizzle/schema/notifications";
import { emails } from "@/drizzle/schema/team";
import { webhookEndpoints } from "@/drizzle/schema/webhooks";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "./context";
import type { Purpose } from "./crypto";

/** Every column that holds something encrypted with a key derived from AUTH_SECRET. */
export const SEALED: readonly { column: PgColumn; key: PgColumn; purpose: Purpose }[] = [
  { column: totps.sealedSecret, key: totps.userId, purpose: "totp" },
  { column: notificationChannels.sealedUrl, key: notificationChannels.id, purpose: "channel" },
  { column: notificationChannels.sealedSecret, key: notificationChannels.id, purpose: "channel" },
  { column: pushSubscriptions.sealed, key: pushSubscriptions.id, purpose: "channel" },
  { column: webhookEndpoints.sealedUrl, key: webhookEndpoints.id, purpose: "channel" },
  { column: webhookEndpoints.sealedSecret, key: webhookEndpoints.id, purpose: "channel" },
  { column: webhookEndpoints.sealedFormer, key: webhookEndpoints.id, purpose: "channel" },
  { column: emails.sealedLink, key: emails.id, purpose: "mail" },
];

/**
 * Encrypts with the current AUTH_SECRET what the previous one has encrypted, so that the previous one can be removed.
 * Resolves to how many values that were.
 */
export async function sealAgain(ctx: Ctx): Promise<{ count: number }> {
  requirePermission(ctx, "secrets:seal_again");
  return ctx.db.transaction(async (tx) => {
    let count = 0;
    for (const { column, key, purpose } of SEALED) {
      const { rows } = await tx.execute<{ id: string; sealed: string }>(
        sql`select ${key} as id, ${column} as sealed from ${column.table} where ${column} is not null`,
      );
      for (const { id, sealed } of rows) {
        const again = ctx.vault.sealAgain(purpose, sealed);
        if (again === null) continue;
        // What was removed or replaced meanwhile stays as it is.
        const set = sql`update ${column.table} set ${sql.identifier(column.name)} = ${again}
          where ${key} = ${id} and ${column} = ${sealed}`;
        count += (await tx.execute(set)).rowCount ?? 0;
      }
    }
    if (count > 0) {
      await record(
        tx,
        { ...ctx, environment: null },
        { action: "secrets.sealed_again", subject: "AUTH_SECRET", detail: { count } },
      );
    }
    return { count };
  });
}
