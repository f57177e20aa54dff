import "server-only";
import type { Pool } from "pg";
import { SettingsError } from "@/lib/env";

type Identity = { system: string | null; timeline: string | null };

/** Refuses a DIRECT_DATABASE_URL that was left behind by a restore or a failover: its jobs belong to other orders. */
export async function checkDirectDatabase(application: Pool, direct: Pool): Promise<void> {
  const [name, directName] = await Promise.all([nameOf(application), nameOf(direct)]);
  if (name !== directName) throw refusal(`the database ${directName}, and DATABASE_URL to ${name}`);
  const [identity, directIdentity] = await Promise.all([identityOf(application), identityOf(direct)]);
  const differs = (field: keyof Identity) =>
    identity?.[field] != null && directIdentity?.[field] != null && identity[field] !== directIdentity[field];
  if (differs("system") || differs("timeline")) throw refusal("another server than DATABASE_URL");
}

const refusal = (where: string) =>
  new SettingsError([`DIRECT_DATABASE_URL: leads to ${where}. Both must lead to the same database, or jobs are lost`]);

async function nameOf(pool: Pool): Promise<string | undefined> {
  return (await pool.query<{ name: string }>("select current_database() as name")).rows[0]?.name;
}

async function identityOf(pool: Pool): Promise<Identity | undefined> {
  const query = "select system_identifier as system, timeline from database_identity()";
  return (await pool.query<Identity>(query)).rows[0];
}
