import { randomBytes } from "node:crypto";
import { Client, type Pool } from "pg";
import type { Actor, Person } from "@/lib/auth/actor";
import type { Ctx } from "@/lib/auth/context";
import { addPerson } from "@/lib/auth/people";
import type { Role } from "@/lib/auth/permissions";
import { createVault } from "@/lib/auth/vault";
import { connect, type Db, openPool } from "@/lib/db/connection";
import type { Environment } from "@/lib/environment";
import type { Mail } from "@/lib/mail/letter";
import { createPaymentsApi } from "@/lib/payments-api/client";
import { createConsoleDatabase } from "./database";

export type World = {
  db: Db;
  pool: Pool;
  url: string;
  /** Ends every connection to the database, idle or at work, as a restart of it does. */
  loseConnections: () => Promise<void>;
  clock: { now: Date };
  /** A context for this actor; a role makes a person of that role. */
  as: (who: Role | "job" | "callback") => Promise<Ctx>;
  /** A second person of that role. */
  another: (role: Role) => Promise<Ctx>;
  close: () => Promise<void>;
};

type Service = {
  baseUrl: string;
  apiKey: string;
  secretKey: string;
  kycGateway?: string;
  fuseSeconds?: number;
};

type Options = { timeoutMs?: number; environment?: Environment; mail?: Mail; rolesWithSecondFactor?: Role[] };

/** Nothing listens on this port: what is sent there provably never leaves. */
export const NOWHERE: Service = { baseUrl: "http://127.0.0.1:1", apiKey: "key-of-nobody", secretKey: "secret" };

/** A migrated database of its own and a clock that stands still, connected to the given service. */
export async function openWorld(
  service: Service = NOWHERE,
  { timeoutMs = 5_000, environment = "sandbox", mail, rolesWithSecondFactor = [] }: Options = {},
): Promise<World> {
  const database = await createConsoleDatabase();
  const pool = openPool(database.url);
  const db = connect(pool);
  const clock = { now: new Date() };
  const now = () => clock.now;
  const random = (bytes: number) => randomBytes(bytes).toString("hex");
  const vault = createVault("a secret of tests, long enough for anybody");
  const people = new Map<Role, Person>();

  async function added(name: string, role: Role): Promise<Person> {
    const email = `${name}@test.example`;
    const actor: Actor = { kind: "system", id: "test", name: "test" };
    const made = await addPerson({ db, now, actor }, { email, name, role, password: `password of ${name}` });
    if (!made.ok) throw new Error(made.error.kind);
    return { kind: "person", id: made.value.id, name, email, role };
  }

  async function person(role: Role): Promise<Person> {
    const known = people.get(role) ?? (await added(role, role));
    people.set(role, known);
    return known;
  }

  function contextOf(actor: Actor): Ctx {
    const api = createPaymentsApi({ ...service, now, nonce: () => random(16), timeoutMs });
    const { secretKey } = service;
    const hasProduction = environment === "production";
    const about = { mail: mail ?? null, hasProduction, rolesWithSecondFactor, passwordSignIn: true };
    return { actor, environment, db, api, now, random, appUrl: "http://console.test", secretKey, vault, ...about };
  }

  return {
    db,
    pool,
    url: database.url,
    loseConnections: () => endConnections(database.url),
    clock,
    as: async (who) =>
      contextOf(who === "job" || who === "callback" ? { kind: who, id: who, name: who } : await person(who)),
    another: async (role) => contextOf(await added(`second ${role}`.replace(" ", "-"), role)),
    close: async () => {
      await pool.end();
      await database.drop();
    },
  };
}

async function endConnections(url: string) {
  const other = new Client({ connectionString: url });
  await other.connect();
  const others = "datname = current_database() and pid <> pg_backend_pid()";
  await other.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`);
  await other.end();
}
