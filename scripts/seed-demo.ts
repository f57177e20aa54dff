import { text } from "node:stream/consumers";
import { z } from "zod";
import type { Person } from "@/lib/auth/actor";
import { type Ctx, contextFor } from "@/lib/auth/context";
import { addPerson, personByEmail } from "@/lib/auth/people";
import { ROLES, type Role } from "@/lib/auth/permissions";
import { db, pool } from "@/lib/db/connection";
import { requestDeposit } from "@/lib/deposits/commands";
import { depositInput } from "@/lib/deposits/schema";
import { describeError } from "@/lib/log";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { withdrawalInput } from "@/lib/withdrawals/schema";

/**
 * Fills a console with the people and orders of a demo, read as JSON from standard input. What is there already
 * stays as it is: people by their e-mail, orders by their form. The console sends the orders when it starts.
 */
const demo = z
  .object({
    people: z.array(z.object({ email: z.email(), name: z.string(), role: z.enum(ROLES), password: z.string() })),
    withdrawals: z.array(withdrawalInput),
    deposits: z.array(depositInput),
  })
  .parse(JSON.parse(await text(process.stdin)));

try {
  await fill();
} catch (error) {
  // Told by its cause: the error itself quotes the query's values, the passwords' hashes among them.
  console.error(`The demo was not filled in: ${describeError(error).message}`);
  process.exitCode = 1;
} finally {
  await pool().end();
}

async function fill() {
  const machine = { kind: "system" as const, id: "seed-demo", name: "npm start" };
  for (const person of demo.people) await addPerson({ db: db(), now: () => new Date(), actor: machine }, person);

  for (const input of demo.withdrawals) await requestWithdrawal(await contextOf("ops"), input);
  for (const input of demo.deposits) await requestDeposit(await contextOf("support"), input);
}

/** As whoever of the people has this role. */
async function contextOf(role: Role): Promise<Ctx> {
  const ctx = contextFor(await personWith(role), "sandbox");
  if (!ctx) throw new Error("the sandbox environment is not configured");
  return ctx;
}

async function personWith(role: Role): Promise<Person> {
  const person = demo.people.find((one) => one.role === role);
  const known = person && (await personByEmail({ db: db() }, person.email));
  if (!known) throw new Error(`a demo with orders needs a person with the role ${role}`);
  return { kind: "person", id: known.id, name: person.name, email: person.email, role };
}
