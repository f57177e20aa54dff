import "server-only";
import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { notificationChannels } from "@/drizzle/schema/notifications";
import { webhookEndpoints } from "@/drizzle/schema/webhooks";
import { workingHolders } from "@/lib/api-keys/holders";
import { stateOf } from "@/lib/api-keys/schema";
import type { Ctx } from "@/lib/auth/context";
import { workingHolders as endpointHolders } from "@/lib/webhooks/holders";
import type { Remaining } from "./schema";

/** What a user leaves behind that works on, in each environment: whose secret they know, and what they added. */
export async function remainsOf(ctx: Ctx, userId: string): Promise<Remaining[]> {
  const found = await Promise.all([keysOf(ctx, userId), endpointsOf(ctx, userId), channelsOf(ctx, userId)]);
  return found.flat();
}

const aboutOf = ({ id, environment, name }: Pick<Remaining, "id" | "environment" | "name">) => ({
  id,
  environment,
  name,
});

const isAmong = (userId: string, holders: PgColumn) => sql`${userId} = any(${holders}::text[])`;

async function keysOf({ db, now }: Ctx, userId: string): Promise<Remaining[]> {
  const { environment, createdAt, id } = apiKeys;
  const rows = await db
    .select()
    .from(apiKeys)
    .where(isAmong(userId, apiKeys.holders))
    .orderBy(asc(environment), asc(createdAt), asc(id));
  return rows.flatMap((key): Remaining[] => {
    const known = stateOf(key, now()) === "active" && workingHolders(key, now()).find((one) => one.id === userId);
    if (!known) return [];
    const how = known.until === null ? "key_secret" : "former_key_secret";
    return [{ ...aboutOf(key), kind: "api_key", shown: `${key.prefix}…`, how, until: known.until }];
  });
}

async function endpointsOf({ db, now }: Ctx, userId: string): Promise<Remaining[]> {
  const { environment, addedAt, addedBy, id, holders, removedAt } = webhookEndpoints;
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .where(and(isNull(removedAt), or(eq(addedBy, userId), isAmong(userId, holders))))
    .orderBy(asc(environment), asc(addedAt), asc(id));
  return rows.flatMap((endpoint): Remaining[] => {
    const known = endpointHolders(endpoint, now()).find((one) => one.id === userId);
    if (!known && endpoint.addedBy !== userId) return [];
    const until = known?.until ?? null;
    const how = !known ? "added_endpoint" : until === null ? "signing_secret" : "former_signing_secret";
    return [{ ...aboutOf(endpoint), kind: "endpoint", shown: endpoint.host, how, until }];
  });
}

async function channelsOf({ db }: Ctx, userId: string): Promise<Remaining[]> {
  const { id, environment, addedAt, addedBy, removedAt } = notificationChannels;
  const rows = await db
    .select()
    .from(notificationChannels)
    .where(and(isNull(removedAt), eq(addedBy, userId)))
    .orderBy(asc(environment), asc(addedAt), asc(id));
  return rows.map((channel) => ({
    ...{ ...aboutOf(channel), kind: "channel", shown: channel.host, how: "channel_address", until: null },
  }));
}
