import { sql } from "drizzle-orm";
import { customType, pgEnum, timestamp } from "drizzle-orm/pg-core";
import { ENVIRONMENTS } from "@/lib/environment";

/** Every row about the service belongs to one environment; nothing is ever joined across the two. */
export const environment = pgEnum("environment", ENVIRONMENTS);

/** How long what one admin proposes waits for another: 72 hours by the database's clock, which all instances share. */
export const expiresAt = () =>
  timestamp("expires_at", { withTimezone: true }).notNull().default(sql`now() + interval '72 hours'`);

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
