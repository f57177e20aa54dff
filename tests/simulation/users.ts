import type { User } from "@/lib/auth/actor";
import type { Role } from "@/lib/auth/permissions";
import type { Database } from "./database";

const ROLES: [name: string, role: Role][] = [
  ["ops", "ops"],
  ["second-ops", "ops"],
  ["admin", "admin"],
  ["second-admin", "admin"],
  ["approver", "approver"],
  ["second-approver", "approver"],
  ["support", "support"],
];

/** All users of this merchant, for all runs. */
export async function createUsers({ query }: Database): Promise<User[]> {
  const users: User[] = [];
  for (const [name, role] of ROLES) {
    const email = `${name}@simulated.example`;
    const { rows } = await query(
      "insert into users (email, name, role, password_hash) values ($1, $2, $3, 'none') returning id",
      [email, name, role],
    );
    const { id } = rows[0];
    const session = `session of ${name}`;
    // Their password was shown whenever the simulated clock asks: what is simulated is not how people sign in.
    await query(
      `insert into sessions (id_hash, user_id, created_at, expires_at, password_at)
       values ($1, $2, now(), now(), '9999-12-31')`,
      [session, id],
    );
    users.push({ kind: "user", id, name, email, role, session });
  }
  return users;
}
