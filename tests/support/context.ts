import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import type { Actor, Person } from "@/lib/auth/actor";
import type { Ctx } from "@/lib/auth/context";
import { addPerson } from "@/lib/auth/people";
import type { Role } from "@/lib/auth/permissions";
import { connect, type Db, openPool } from "@/lib/db/connection";
import { createPaymentsApi } from "@/lib/payments-api/client";
import { createConsoleDatabase } from "./database";

export type World = {
  db: Db;
  pool: Pool;
  clock: { now: Date };
  /** A context for this actor; a role makes a person of that role. */
  as: (who: Role | "job" | "callback") => Promise<Ctx>;
  close: () => Promise<void>;
};

type Service = { baseUrl: string; apiKey: string; secretKey: string; fuseSeconds?: number };

/** Nothing listens on this port: what is sent there provably never leaves. */
export const NOWHERE: Service = { baseUrl: "http://127.0.0.1:1", apiKey: "key-of-nobody", secretKey: "secret" };

/** A migrated database of its own and a clock that stands still, connected to the given service. */
export async function openWorld(service: Service = NOWHERE): Promise<World> {
  const database = await createConsoleDatabase();
  const pool = openPool(database.url);
  const db = connect(pool);
  const clock = { now: new Date() };
  const now = () => clock.now;
  const random = (bytes: number) => randomBytes(bytes).toString("hex");
  const people = new Map<Role, Person>();

  async function person(role: Role): Promise<Person> {
    const known = people.get(role);
    if (known) return known;
    const email = `${role}@test.example`;
    const actor: Actor = { kind: "system", id: "test", name: "test" };
    const added = await addPerson({ db, now, actor }, { email, name: role, role, password: `password of ${role}` });
    if (!added.ok) throw new Error(added.error.kind);
    const made: Person = { kind: "person", id: added.value.id, name: role, email, role };
    people.set(role, made);
    return made;
  }

  return {
    db,
    pool,
    clock,
    as: async (who) => {
      const actor: Actor = who === "job" || who === "callback" ? { kind: who, id: who, name: who } : await person(who);
      const api = createPaymentsApi({ ...service, now, nonce: () => random(16), timeoutMs: 5_000 });
      const { secretKey } = service;
      return { actor, environment: "sandbox", db, api, now, random, appUrl: "http://console.test", secretKey };
    },
    close: async () => {
      await pool.end();
      await database.drop();
    },
  };
}
