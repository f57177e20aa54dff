import "server-only";
import { type ClientBase, escapeIdentifier } from "pg";
import { asUnit } from "./migrator";

/** The tables from which the application deletes rows. All others only grow. */
const REMOVABLE = [
  ...["attachments", "issuer_accounts", "ledger_file_parts", "passkeys", "recovery_codes", "saved_views"],
  ...["polling_leases", "throttles", "totps", "webhook_deliveries", "webhook_events"],
];

/** Bits of pg_trigger.tgtype. */
const ROW = 1;
const BEFORE = 2;
const DELETE = 8;
const UPDATE = 16;

/**
 * Grants the application's role the minimum: it owns nothing, and cannot define, truncate or disable anything. Tables
 * whose trigger refuses every UPDATE or DELETE are granted neither.
 */
export async function grantRuntimeRole(owner: ClientBase, role: string): Promise<void> {
  const { rows: found } = await owner.query("select rolsuper from pg_roles where rolname = $1", [role]);
  if (found.length === 0)
    throw new Error(`The role ${role} of DATABASE_URL does not exist: create it with LOGIN only.`);
  if (found[0].rolsuper) throw new Error(`The role ${role} of DATABASE_URL is a superuser: it must own nothing.`);
  const to = escapeIdentifier(role);
  const { rows: databases } = await owner.query<{ name: string }>("select current_database() as name");
  const database = escapeIdentifier(databases[0]?.name ?? "");

  const statements = [
    `revoke temporary on database ${database} from public`,
    "revoke create on schema public from public",
    `grant connect on database ${database} to ${to}`,
    `grant usage on schema public, graphile_worker, drizzle to ${to}`,
    // Every instance checks the schema version.
    `grant select on drizzle.__drizzle_migrations to ${to}`,
    `revoke all on all tables in schema public, graphile_worker from ${to}`,
    `grant select, insert, update, delete on all tables in schema graphile_worker to ${to}`,
    `revoke insert, update, delete on graphile_worker.migrations from ${to}`,
    // The links of the audit chain, and what waits for one, are written by functions with the rights of their owner.
    ...(await ownTables(owner)).map(({ table, rights }) => `grant ${rights.join(", ")} on ${table} to ${to}`),
    // For every role, as the rights above decide: while roles are exchanged, processes of the former one go on.
    ...(await tablesWithoutPolicy(owner)).flatMap((table) => [
      `drop policy if exists application on ${table}`,
      `create policy application on ${table} to public using (true) with check (true)`,
    ]),
  ];
  await asUnit(owner, "rights of the application", {}, async () => {
    for (const statement of statements) await owner.query(statement);
  });
}

type Grant = { table: string; rights: string[] };

async function ownTables(owner: ClientBase): Promise<Grant[]> {
  const refuses = (what: number) =>
    `exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal
      and t.tgtype & ${ROW | BEFORE | what} = ${BEFORE | what})`;
  const { rows } = await owner.query<{ name: string; changes: boolean; removes: boolean }>(
    `select c.relname as name, not ${refuses(UPDATE)} as changes, not ${refuses(DELETE)} as removes
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  );
  return rows.map(({ name, changes, removes }) => ({
    table: `public.${escapeIdentifier(name)}`,
    rights: [
      "select",
      ...(name === "audit_links" || name === "audit_unlinked" ? [] : ["insert"]),
      ...(changes ? ["update"] : []),
      ...(removes && REMOVABLE.includes(name) ? ["delete"] : []),
    ],
  }));
}

/**
 * The job queue's tables use row security: without a policy only their owner sees rows. Those that have it are left
 * alone, as making it needs a lock that every job waits for.
 */
async function tablesWithoutPolicy(owner: ClientBase): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r' and c.relrowsecurity and not exists (
       select from pg_policies p where p.schemaname = n.nspname and p.tablename = c.relname
         and p.policyname = 'application' and p.permissive = 'PERMISSIVE' and p.cmd = 'ALL' and p.roles = '{public}'
         and p.qual = 'true' and p.with_check = 'true')`,
  );
  return rows.map(({ name }) => name);
}
