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
import { DAY_MS } from "@/lib/time";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { readMerchants } from "@/sandbox/merchants/config";
import { fillBookAndBatches, isBookEmpty } from "./demo/book-and-batches";
import { fillConsole } from "./demo/console/fill-console";
import { fillLedger, isLedgerMissing } from "./demo/ledger";
import { COLLEAGUES } from "./demo/staff";

/**
 * Fills a console with the users, the history and the orders of a demo, read as JSON from standard input. What is there
 * already stays as it is: users by their e-mail, orders by their form, a history where there is any order. The console
 * sends the orders when it starts.
 */
const demo = z
  .object({
    users: z.array(z.object({ email: z.email(), name: z.string(), role: z.enum(ROLES), password: z.string() })),
    withdrawals: z.array(withdrawalInput),
    deposits: z.array(depositInput),
    /** What the sandbox was filled with, by which address it is reached, and where its merchant is configured. */
    history: z
      .object({ until: z.coerce.date(), appUrl: z.url(), baseUrl: z.url(), config: z.string() })
      .nullable()
      .default(null),
  })
  .parse(JSON.parse(await text(process.stdin)));
const now = () => new Date();
/** Long enough that the history has no new users. */
const JOINED_DAYS_BEFORE = 120;

try {
  await fill();
} catch (error) {
  // Reported by its cause: the error quotes query values, including password hashes.
  console.error(`The demo was not filled in: ${describeError(error).message}`);
  process.exitCode = 1;
} finally {
  await pool().end();
}

async function fill() {
  const { history } = demo;
  const joined = history ? () => new Date(history.until.getTime() - JOINED_DAYS_BEFORE * DAY_MS) : now;
  // Hashing a password takes long by design; those of all are hashed together.
  await Promise.all(demo.users.map((user) => addUser({ db: db(), now: joined, actor: DEMO_SEEDER }, user)));
  if (history) await fillHistory(history, joined);

  if (demo.withdrawals.length > 0) await requestAsOps(demo.withdrawals);
  await Promise.all([requestDeposits(), history && fillEmptyBook(), history && fillEmptyLedger()]);
}

async function requestDeposits() {
  for (const input of demo.deposits) await requestDeposit(await contextOf("support"), input);
}

async function fillEmptyBook() {
  if (await isBookEmpty(db())) await withProof(["admin", "ops", "approver"], fillBookAndBatches);
}

async function fillEmptyLedger() {
  if (await isLedgerMissing(db())) await fillLedger(await contextOf("finance"));
}

async function fillHistory(history: NonNullable<typeof demo.history>, joined: () => Date) {
  const { connections, authSecret } = env();
  if (connections.production !== undefined || connections.sandbox?.baseUrl !== history.baseUrl) {
    throw new Error("made-up orders belong to nothing but the console of the built-in sandbox");
  }
  const [merchant] = await readMerchants(history.config);
  if (!merchant) throw new Error(`${history.config} has no merchant`);
  const deps = { db: db(), now: joined, actor: DEMO_SEEDER };
  await Promise.all(COLLEAGUES.map((person) => addUser(deps, { ...person, password: null })));
  const to = { ...connections.sandbox, db: db(), vault: createVault(authSecret) };
  await fillConsole(to, { merchant, appUrl: history.appUrl }, history.until);
}

/** Larger amounts ask for a fresh password, which the demo has. Requests that exist already ask for none. */
async function requestAsOps(inputs: z.output<typeof withdrawalInput>[]): Promise<void> {
  const deps = { db: db(), now, ...env(), vault: createVault(env().authSecret) };
  let ctx = await contextOf("ops");
  let session: string | null = null;
  for (const input of inputs) {
    let made = await requestWithdrawal(ctx, input);
    if (!made.ok && made.error.kind === "proof_needed") {
      session ??= await openSessionAs("ops", deps);
      ctx = await contextOf("ops", hashOf(session));
      made = await requestWithdrawal(ctx, input);
    }
    if (!made.ok && made.error.kind !== "form_used") {
      throw new Error(`${input.formId} was not requested: ${made.error.kind}`);
    }
  }
  if (session !== null) await revokeSession(deps, session);
}

/** As users with these roles who have just signed in; afterwards their sessions are ended. */
async function withProof<R extends Role>(roles: readonly R[], work: (staff: Record<R, Ctx>) => Promise<void>) {
  const deps = { db: db(), now, ...env(), vault: createVault(env().authSecret) };
  const opened = await Promise.all(
    roles.map(async (role) => {
      const session = await openSessionAs(role, deps);
      return { session, entry: [role, await contextOf(role, hashOf(session))] as const };
    }),
  );
  await work(Object.fromEntries(opened.map(({ entry }) => entry)) as Record<R, Ctx>);
  for (const { session } of opened) await revokeSession(deps, session);
}

async function openSessionAs(role: Role, deps: Parameters<typeof openSession>[0]): Promise<string> {
  const { email, password } = demoUser(role);
  const opened = await openSession(deps, { email, password, userAgent: null, address: null, device: null });
  if (!opened.ok) throw new Error(`${email} cannot sign in: ${opened.error.kind}`);
  return opened.value.sessionId;
}

async function contextOf(role: Role, session?: string): Promise<Ctx> {
  const ctx = contextFor({ ...(await userWithRole(role)), ...(session !== undefined && { session }) }, "sandbox");
  if (!ctx) throw new Error("the sandbox environment is not configured");
  return ctx;
}

function demoUser(role: Role) {
  const person = demo.users.find((one) => one.role === role);
  if (!person) throw new Error(`a demo with orders needs a person with the role ${role}`);
  return person;
}

async function userWithRole(role: Role): Promise<User> {
  const person = demoUser(role);
  const known = await userByEmail({ db: db() }, person.email);
  if (!known) throw new Error(`${person.email} was not added`);
  return { kind: "user", id: known.id, name: person.name, email: person.email, role };
}
