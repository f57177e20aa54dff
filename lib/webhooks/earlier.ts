import "server-only";
import { and, eq, exists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { webhookDeliveries } from "@/drizzle/schema/webhooks";
import type { Db } from "@/lib/db/connection";

const earlier = alias(webhookDeliveries, "earlier");

/** Whether an earlier event of its subject has not arrived at its endpoint, so that it waits behind that. */
export function isBehindEarlier(db: Db) {
  const { endpointId, position, subjectRow } = webhookDeliveries;
  return exists(
    db
      .select({ position: earlier.position })
      .from(earlier)
      .where(
        and(
          eq(earlier.endpointId, endpointId),
          eq(earlier.state, "waiting"),
          eq(earlier.subjectRow, subjectRow),
          sql`${earlier.position} < ${position}`,
        ),
      ),
  );
}
