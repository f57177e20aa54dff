import type { Person } from "@/lib/auth/actor";
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

/** Everybody who works at this merchant, for all runs. */
export async function hire({ query }: Database): Promise<Person[]> {
  const people: Person[] = [];
  for (const [name, role] of ROLES) {
    const email = `${name}@simulated.example`;
    const { rows } = await query(
      "insert into people (email, name, role, password_hash) values ($1, $2, $3, 'none') returning id",
      [email, name, role],
    );
    people.push({ kind: "person", id: rows[0].id, name, email, role });
  }
  return people;
}
