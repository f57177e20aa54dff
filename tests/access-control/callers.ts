import { createHash, randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { encode } from "next-auth/jwt";
import { Client } from "pg";
import { createVault } from "@/lib/auth/crypto";
import { hashPassword } from "@/lib/auth/password";
import { movesMoney, ROLES, type Role } from "@/lib/auth/permissions";
import { SECRET_BYTES, secretFrom } from "@/lib/auth/totp";
import { ROOT } from "@/scripts/lib/root.mjs";
import { secretsIn } from "@/scripts/lib/secrets.mjs";
import { testContext } from "../support/test-context";

/** All callers, made in the database: signing in for each of them would take longer than all that they try. */
export type Caller = { name: string; cookie: string };
export type Member = Caller & { role: Role; userId: string; email: string };

type State = {
  disabled?: boolean;
  revoked?: boolean;
  idleMinutes?: number;
  overdue?: boolean;
  awaitsFactor?: boolean;
  fresh?: boolean;
  /** The secret that sealed the cookie; without one, the current. */
  sealedWith?: string;
  /** They have no second factor, though their role needs one. */
  isConfined?: boolean;
};

/** Of each of them. */
export const PASSWORD = "the password of the matrix";

export async function openDatabase() {
  const client = new Client({ connectionString: testContext().databaseUrl });
  await client.connect();
  const { AUTH_SECRET: secret } = secretsIn(join(ROOT, ".data"));

  const passwordHash = await hashPassword(PASSWORD);

  /** Gives them an authenticator app, in place of one that they have; resolves to its secret. */
  async function withApp({ userId }: { userId: string }): Promise<string> {
    const app = secretFrom(randomBytes(SECRET_BYTES).toString("hex"));
    await client.query(
      `insert into totps (user_id, sealed_secret, created_at, confirmed_at) values ($1, $2, now(), now())
       on conflict (user_id) do update set sealed_secret = $2`,
      [userId, createVault(secret ?? "").seal("totp", app)],
    );
    return app;
  }

  async function createUser(role: Role, { disabled = false, isConfined = false }: State = {}) {
    const [id, email] = [randomUUID(), `${role}-${randomBytes(5).toString("hex")}@matrix.example`];
    await client.query(
      `insert into users (id, email, name, role, password_hash, disabled_at)
       values ($1, $2, $3, $4, $6, case when $5 then now() end)`,
      [id, email, `Matrix ${role}`, role, disabled, passwordHash],
    );
    if (movesMoney(role) && !isConfined) await withApp({ userId: id });
    return { id, email };
  }

  /** A cookie as the console would have given it out. */
  async function createSession(userId: string, state: State = {}): Promise<string> {
    const sid = randomBytes(32).toString("base64url");
    await client.query(
      `insert into sessions (id_hash, user_id, created_at, last_seen_at, expires_at, revoked_at, awaits_factor,
         password_at, factor_at)
       values ($1, $2, now(), now() - make_interval(mins => $3), now() + $4::interval,
         case when $5 then now() end, $6, case when $7 then now() end, case when $7 then now() end)`,
      [
        createHash("sha256").update(sid).digest("hex"),
        userId,
        state.idleMinutes ?? 0,
        state.overdue ? "-1 s" : "8 h",
        state.revoked ?? false,
        state.awaitsFactor ?? false,
        state.fresh ?? false,
      ],
    );
    return `choba.session=${await encode({ token: { sid }, secret: state.sealedWith ?? secret ?? "" })}`;
  }

  const createCaller = async (name: string, role: Role, state: State): Promise<Caller> => ({
    name,
    cookie: await createSession((await createUser(role, state)).id, state),
  });

  return {
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows,
    user: createUser,
    session: createSession,
    member: async (role: Role, state: State = {}): Promise<Member> => {
      const { id: userId, email } = await createUser(role, state);
      return { name: role, role, userId, email, cookie: await createSession(userId, state) };
    },
    withApp,
    /** Callers without access, though most once had it: each would be an admin. */
    unauthorized: async (): Promise<Caller[]> => [
      { name: "no cookie", cookie: "" },
      { name: "a cookie of another deployment", cookie: await foreignCookie() },
      {
        name: "a cookie that was tampered with",
        cookie: tampered(await createSession((await createUser("admin")).id)),
      },
      { name: "an unsigned cookie", cookie: "choba.session=eyJhbGciOiJub25lIn0..x" },
      await createCaller("a disabled person", "admin", { disabled: true }),
      await createCaller("a session that was ended", "admin", { revoked: true }),
      await createCaller("a session that went idle", "admin", { idleMinutes: 16 }),
      await createCaller("a session whose day is over", "admin", { overdue: true }),
      await createCaller("a password without its second factor", "admin", { awaitsFactor: true }),
    ],
    /** What the whole database holds; the time when a session was last used is no change. */
    async checksums(): Promise<Record<string, string>> {
      const { rows: tables } = await client.query<{ name: string }>(
        `select table_name as name from information_schema.tables
         where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
      );
      const sums: Record<string, string> = {};
      for (const { name } of tables) {
        const row = `(to_jsonb(t) - 'last_seen_at')::text`;
        const { rows } = await client.query<{ sum: string }>(
          `select count(*) || ' rows, ' || md5(coalesce(string_agg(${row}, '|' order by ${row}), '')) as sum
           from "${name}" t`,
        );
        sums[name] = rows[0]?.sum ?? "";
      }
      return sums;
    },
    close: () => client.end(),
  };
}

export type Database = Awaited<ReturnType<typeof openDatabase>>;

/** One of each role. */
export async function everyRole(database: Database): Promise<Member[]> {
  const members: Member[] = [];
  for (const role of ROLES) members.push(await database.member(role));
  return members;
}

const foreignCookie = async () =>
  `choba.session=${await encode({ token: { sid: "x" }, secret: "the secret of another deployment" })}`;

/** Two characters of what is encrypted are others. */
const tampered = (cookie: string) =>
  cookie.replace(/(.{20})(..)(.{20})$/, (_all, before: string, two: string, after: string) =>
    [before, two === "xx" ? "yy" : "xx", after].join(""),
  );
