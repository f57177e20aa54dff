import { text } from "node:stream/consumers";
import { z } from "zod";
import type { User } from "@/lib/auth/actor";
import { type Ctx, contextFor } from "@/lib/auth/context";
import { createVault } from "@/lib/auth/crypto";
import { ROLES, type Role } from "@/lib/auth/permissions";
import { hashOf, openSession, revokeSession } from "@/lib/auth/sessions";
import { addUser, DEMO_SEEDER, userByEmail } from "@/lib/auth/users";
import { db, pool } from "@/lib/db/connection";
import { requestDeposit } from "@/lib/deposits/commands";
import { depositInput } from "@/lib/deposits/schema";
import { env } from "@/lib/env";
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
const now = () => new Date();

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
  for (const person of demo.people) await addUser({ db: db(), now, actor: DEMO_SEEDER }, person);

  for (const input of demo.withdrawals) await requestAsOps(input);
  for (const input of demo.deposits) await requestDeposit(await contextOf("support"), input);
}

/** Larger amounts ask for a fresh password, which the demo has. A request that exists already asks for none. */
async function requestAsOps(input: z.output<typeof withdrawalInput>): Promise<void> {
  const made = await requestWithdrawal(await contextOf("ops"), input);
  if (made.ok || made.error.kind !== "proof_needed") return;
  const { email, password } = demoPerson("ops");
  const deps = { db: db(), now, ...env(), vault: createVault(env().authSecret) };
  const opened = await openSession(deps, { email, password, userAgent: null, address: null, device: null });
  if (!opened.ok) throw new Error(`${email} cannot sign in: ${opened.error.kind}`);
  const { sessionId } = opened.value;
  await requestWithdrawal(await contextOf("ops", hashOf(sessionId)), input);
  await revokeSession(deps, sessionId);
}

/** As whoever of the people has this role, in this session. */
async function contextOf(role: Role, session?: string): Promise<Ctx> {
  const ctx = contextFor({ ...(await personWith(role)), ...(session !== undefined && { session }) }, "sandbox");
  if (!ctx) throw new Error("the sandbox environment is not configured");
  return ctx;
}

function demoPerson(role: Role) {
  const person = demo.people.find((one) => one.role === role);
  if (!person) throw new Error(`a demo with orders needs a person with the role ${role}`);
  return person;
}

async function personWith(role: Role): Promise<User> {
  const person = demoPerson(role);
  const known = await userByEmail({ db: db() }, person.email);
  if (!known) throw new Error(`${person.email} was not added`);
  return { kind: "person", id: known.id, name: person.name, email: person.email, role };
}
