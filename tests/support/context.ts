import { randomBytes } from "node:crypto";
import { Client, type Pool } from "pg";
import { users } from "@/drizzle/schema/users";
import { createApiKey } from "@/lib/api-keys/commands";
import { record } from "@/lib/audit/record";
import type { Actor, User } from "@/lib/auth/actor";
import { API_SCOPES } from "@/lib/auth/api-scopes";
import type { Ctx } from "@/lib/auth/context";
import { createVault } from "@/lib/auth/crypto";
import { hashPassword } from "@/lib/auth/password";
import type { Machine, Role } from "@/lib/auth/permissions";
import { connect, type Db, openPool } from "@/lib/db/connection";
import { createInstanceState } from "@/lib/db/instance-state";
import type { SendEmail } from "@/lib/email/email";
import type { Environment } from "@/lib/environment";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import { createOutgoing } from "@/lib/outgoing/client";
import type { PostOutside } from "@/lib/outgoing/request";
import { USUAL_LAYOUT } from "@/lib/payees/account-check/layout";
import { createPaymentsApi } from "@/lib/payments-api/client";
import { createConsoleDatabase } from "./database";
import { openStepUpSession } from "./step-up-session";
import { TEST_SECRET } from "./test-secret";

export type TestContext = {
  /** The test's own way to the database, as its owner: it prepares, tampers and clears. */
  db: Db;
  pool: Pool;
  url: string;
  /** The application's, as a role that owns nothing. */
  runtimeUrl: string;
  /** Ends every connection to the database, idle or at work, as a restart of it does. */
  loseConnections: () => Promise<void>;
  /** `jumpedMs`: how far the wall clock was set forward, which no monotonic clock follows; `process`: whose clock it is. */
  clock: { now: Date; jumpedMs: number; process: string };
  /** A context for this actor; a role makes a person of that role. */
  as: (who: Role | Machine) => Promise<Ctx>;
  /** A second user of that role. */
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

type Options = {
  timeoutMs?: number;
  environment?: Environment;
  mail?: SendEmail;
  /** Without it, no name leads anywhere. */
  post?: PostOutside;
  rolesWithSecondFactor?: Role[];
  payeeCoolingHours?: number;
  ledgerDatabase?: Ctx["ledgerDatabase"];
  readOnly?: boolean;
  webPush?: Ctx["webPush"];
};

/** Nothing listens on this port: what is sent there provably never leaves. */
export const NOWHERE: Service = { baseUrl: "http://127.0.0.1:1", apiKey: "unused-key", secretKey: "secret" };

const passwordHashes = new Map<string, Promise<string>>();

/** Made once per process: hashing a password is meant to be slow, and most tests never enter it. */
function passwordHashOf(name: string): Promise<string> {
  const known = passwordHashes.get(name) ?? hashPassword(`password of ${name}`);
  passwordHashes.set(name, known);
  return known;
}

/** A migrated database of its own and a clock that stands still, connected to the given service. */
export async function openTestContext(
  service: Service = NOWHERE,
  {
    timeoutMs = 5_000,
    environment = "sandbox",
    mail,
    post,
    webPush = null,
    rolesWithSecondFactor = [],
    payeeCoolingHours = 0,
    ledgerDatabase = null,
    readOnly = false,
  }: Options = {},
): Promise<TestContext> {
  const database = await createConsoleDatabase();
  const pool = openPool(database.url);
  const db = connect(pool);
  const runtimePool = openPool(database.runtimeUrl);
  const runtimeDb = connect(runtimePool);
  const clock = { now: new Date(), jumpedMs: 0, process: "first" };
  const now = () => clock.now;
  const monotonic = () => ({ process: clock.process, ms: clock.now.getTime() - clock.jumpedMs });
  const random = (bytes: number) => randomBytes(bytes).toString("hex");
  const vault = createVault(TEST_SECRET);
  const people = new Map<Role, User>();

  async function added(name: string, role: Role): Promise<User> {
    const email = `${name}@test.example`;
    const actor: Actor = { kind: "system", id: "test", name: "test" };
    const passwordHash = await passwordHashOf(name);
    const id = await db.transaction(async (tx) => {
      const [made] = await tx.insert(users).values({ email, name, role, passwordHash, createdAt: now() }).returning();
      if (!made) throw new Error(`${email} was not added`);
      const detail = { email, role };
      await record(tx, { actor, environment: null, now }, { action: "user.added", subject: made.id, detail });
      return made.id;
    });
    const session = await openStepUpSession(db, id);
    return { kind: "user", id, name, email, role, session };
  }

  async function person(role: Role): Promise<User> {
    const known = people.get(role) ?? (await added(role, role));
    people.set(role, known);
    return known;
  }

  /** A key with every scope, and generous limits. */
  async function everyScope(): Promise<Actor> {
    const name = "every scope";
    const limits = WITHDRAWAL_CURRENCIES.map((currency) => ({ currency, amount: "100000000" }));
    const made = await createApiKey(contextOf(await person("admin")), {
      ...{ name, scopes: [...API_SCOPES], networks: [], lastDay: "", limits },
    });
    if (!made.ok) throw new Error(made.error.kind);
    return { kind: "api_key", id: made.value.keyId, name, scopes: API_SCOPES };
  }

  let key: Promise<Actor> | undefined;
  async function actorOf(who: Role | "api_key"): Promise<Actor> {
    if (who !== "api_key") return person(who);
    key ??= everyScope();
    return key;
  }

  function contextOf(actor: Actor): Ctx {
    const api = createPaymentsApi({ ...service, now, nonce: () => random(16), timeoutMs });
    const { secretKey } = service;
    const hasProduction = environment === "production";
    const instance = createInstanceState(null);
    const about = {
      mail: mail ?? null,
      webPush,
      hasProduction,
      rolesWithSecondFactor,
      passwordSignIn: true,
      payeeCoolingHours,
      accountCheckLayout: USUAL_LAYOUT,
      ledgerDatabase,
      readOnly,
    };
    return {
      actor,
      environment,
      db: runtimeDb,
      api,
      now,
      monotonic,
      random,
      appUrl: "http://console.test",
      secretKey,
      vault,
      post: post ?? createOutgoing({ resolve: async () => [] }),
      instance,
      ...about,
    };
  }

  return {
    db,
    pool,
    url: database.url,
    runtimeUrl: database.runtimeUrl,
    loseConnections: () => endConnections(database.url),
    clock,
    as: async (who) =>
      contextOf(who === "job" || who === "callback" ? { kind: who, id: who, name: who } : await actorOf(who)),
    another: async (role) => contextOf(await added(`second ${role}`.replace(" ", "-"), role)),
    close: async () => {
      await Promise.all([pool.end(), runtimePool.end()]);
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
