import { text } from "node:stream/consumers";
import { z } from "zod";
import type { Person } from "@/lib/auth/actor";
import { contextFor } from "@/lib/auth/context";
import { addPerson, personByEmail } from "@/lib/auth/people";
import { ROLES } from "@/lib/auth/permissions";
import { db, pool } from "@/lib/db/connection";
import { describeError } from "@/lib/log";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { withdrawalInput } from "@/lib/withdrawals/schema";

/**
 * Fills a console with the people and withdrawals of a demo, read as JSON from standard input. What is there already
 * stays as it is: people by their e-mail, withdrawals by their form. The console sends the withdrawals when it starts.
 */
const demo = z
  .object({
    people: z.array(z.object({ email: z.email(), name: z.string(), role: z.enum(ROLES), password: z.string() })),
    withdrawals: z.array(withdrawalInput),
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

  if (demo.withdrawals.length === 0) return;
  const ctx = contextFor(await requester(), "sandbox");
  if (!ctx) throw new Error("the sandbox environment is not configured");
  for (const input of demo.withdrawals) await requestWithdrawal(ctx, input);
}

/** Whoever of the people sends money. */
async function requester(): Promise<Person> {
  const ops = demo.people.find(({ role }) => role === "ops");
  const known = ops && (await personByEmail({ db: db() }, ops.email));
  if (!known) throw new Error("a demo with withdrawals needs a person with the role ops");
  return { kind: "person", id: known.id, name: ops.name, email: ops.email, role: ops.role };
}
