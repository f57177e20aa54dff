import { randomUUID } from "node:crypto";
import type { ApiKey, User } from "@/lib/auth/actor";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import type { Role } from "@/lib/auth/permissions";
import { decideBatch, requestBatch } from "@/lib/batches/approvals";
import { uploadBatch } from "@/lib/batches/drafts";
import { sendBatch } from "@/lib/batches/send";
import { decideResume, freezePayouts, proposeResume } from "@/lib/freezes/commands";
import { decideLimits, proposeLimits } from "@/lib/limits/commands";
import { blockPayee, decidePayee, proposePayee, proposePayeeChange, unblockPayee } from "@/lib/payees/commands";
import { payeeInput } from "@/lib/payees/schema";
import { createPaymentsApi } from "@/lib/payments-api/client";
import { disableUser } from "@/lib/team/commands";
import { changeRole, enableUser } from "@/lib/team/user-changes";
import { stopOrder } from "@/lib/transactions/submission/stop";
import { decideRules, proposeRules } from "@/lib/withdrawals/approval-rule-changes";
import { type ApprovalRules, FIRST_RULES } from "@/lib/withdrawals/approval-rules";
import { decideWithdrawal, releaseWithdrawal, takeBackWithdrawal } from "@/lib/withdrawals/approvals";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { seededRandom } from "../../simulation/seeded-random";
import { batchFile } from "../../support/batch-rows";
import { acceptAsSeen } from "../../support/batches";
import { NOWHERE, openTestContext, type TestContext } from "../../support/context";
import { typedForm, typedPayee } from "../../support/forms";
import { countRequestsBySums } from "../../support/request-counting";
import { openEmptyService } from "./empty-service";
import { openReplay } from "./replay";

const CREW = ["ops", "ops", "admin", "approver", "approver"] as const;
/** Who of the crew was shown the secret of each key. */
const KEYS = [[0, 2], [2, 3], [1]];
const ROLES: Role[] = ["ops", "admin", "approver", "viewer"];
const AMOUNTS = ["20000", "45000", "60000", "99999", "150000", "1000000"];
/** Three accounts, one of them in three spellings. */
const ACCOUNTS = ["123456", "0123456", "０１２３４５６", "1111111", "2222222"];
const RULES: ApprovalRules[] = [
  FIRST_RULES.sandbox,
  [{ currency: "JPY", from: "0", approvers: 0 }],
  [{ currency: "JPY", from: "0", approvers: 1 }],
  [
    { currency: "JPY", from: "0", approvers: 0 },
    { currency: "JPY", from: "50000", approvers: 1 },
    { currency: "JPY", from: "100000", approvers: 2 },
  ],
];
const LIMITS = [[], [], [{ currency: "JPY", amount: "150000" }], [{ currency: "JPY", amount: "1200000" }]];
const HOLDERS = ["ヤマダ　タロウ", "サトウ　ハナコ"];
/** So long a new payee takes two approvals; a sequence lasts about as long. */
const COOLING_HOURS = 6;
const ROUNDS = 7;
const AT_ONCE = 4;

type Order = { id: string; referenceId: string; digest: string };
export type Send = (ctx: Ctx, order: { transactionRow: string }) => Promise<unknown>;
type Options = {
  seeds: number;
  from?: number;
  send?: Send;
  sums?: boolean;
  freezes?: boolean;
  cooling?: boolean;
  holders?: boolean;
};

/** Performs random sequences of concurrent operations, and checks after each every payout that left. */
export async function runSequences({ seeds, from = 0, send = sendWithdrawal, ...works }: Options) {
  const { sums = true, freezes = true, cooling = true, holders = true } = works;
  const service = await openEmptyService();
  const context = await openTestContext(
    { ...NOWHERE, baseUrl: service.baseUrl },
    { payeeCoolingHours: cooling ? COOLING_HOURS : 0 },
  );
  service.follow(context.clock);
  try {
    if (sums) await countRequestsBySums(context.url);
    if (!freezes) await loseFreezes(context);
    if (!holders) await loseHolders(context);
    await sendBatchesWithoutPause(context);
    const { rows } = await context.pool.query<{ name: string }>("select current_database() as name");
    await context.pool.query(`alter database ${rows[0]!.name} set synchronous_commit = off`);
    const replay = await openReplay(context.pool, FIRST_RULES.sandbox, COOLING_HOURS);
    const heads = [await context.as("admin"), await context.another("admin")] as const;
    for (const { actor } of heads) replay.add(actor.id, "admin");
    for (let seed = from; seed < from + seeds; seed += 1) {
      // Another day: what was before is in no sum any more.
      context.clock.now = new Date(context.clock.now.getTime() + 26 * 3_600_000);
      const crew = await hire(context, seed);
      for (const { id, role } of crew) replay.add(id, role);
      const keys = await makeKeys(context, crew);
      for (const { id, holders: known } of keys) replay.add(id, "api_key", known);
      await live({ context, heads, crew, keys, send, next: seededRandom(seed) });
      await replay.follow(context.clock.now).catch((error: Error) => {
        throw new Error(`seed ${seed}: ${error.message}`);
      });
      const altered = await context.pool.query("select subject from audit_events where action like '%.altered'");
      if (altered.rows.length > 0) throw new Error(`seed ${seed}: ${altered.rows[0].subject} was said to be altered`);
    }
    return replay.totals;
  } finally {
    await context.close();
    await service.close();
  }
}

async function hire({ pool }: TestContext, seed: number): Promise<User[]> {
  const { rows } = await pool.query<Omit<User, "kind">>(
    `insert into users (email, name, role, password_hash)
     select $1 || n || '@control.example', 'p' || n, role::role, 'none' from unnest($2::text[]) with ordinality as crew (role, n)
     returning id, name, email, role`,
    [`s${seed}-`, CREW],
  );
  return rows.map((row) => ({ kind: "user", ...row }));
}

type Key = ApiKey & { holders: string[] };

async function makeKeys({ pool }: TestContext, crew: User[]): Promise<Key[]> {
  const known = KEYS.map((positions) => positions.map((one) => crew[one]!.id));
  const { rows } = await pool.query<{ id: string }>(
    `with made as (
       insert into users (email, name, role, password_hash)
       select gen_random_uuid() || '@control.example', 'key', 'api_key', '' from jsonb_array_elements($1::jsonb) returning id),
     numbered as (select id, row_number() over () as n from made)
     insert into api_keys (id, environment, name, prefix, secret_hash, scopes, networks, limits, created_by, holders, created_at)
     select id, 'sandbox', id, '', id, '{payouts:request}', '{}', '[{"currency": "JPY", "amount": "1000000000"}]',
       $2, array(select jsonb_array_elements_text($1::jsonb -> (n::int - 1))::uuid), now()
     from numbered order by n returning id`,
    [JSON.stringify(known), crew[0]!.id],
  );
  return rows.map(({ id }, n) => ({
    ...({ kind: "api_key", id, name: "key", scopes: ["payouts:request"] } as const),
    holders: known[n]!,
  }));
}

type Life = {
  context: TestContext;
  heads: readonly [Ctx, Ctx];
  crew: User[];
  keys: Key[];
  send: Send;
  next: () => number;
};

async function live({ context, heads, crew, keys, send, next }: Life) {
  const below = (limit: number) => next() % limit;
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  const job = await context.as("job");
  const killed = { ...job.api, sendWithdraw: () => Promise.reject(new Error("killed")) };
  const nowhere = createPaymentsApi({ ...NOWHERE, now: job.now, nonce: () => job.random(16), timeoutMs: 1_000 });
  const unreached = { ...job.api, sendWithdraw: nowhere.sendWithdraw };
  const since = context.clock.now;
  // What the sequence before left undecided or blocked would stop all that follow.
  await decidePayees(context, heads, () => 1)();
  let orders: Order[] = [];

  for (let round = 0; round < ROUNDS; round += 1) {
    // As sessions do, each actor has the role that was read before the concurrent operations.
    const acting = await rolesNow(context, crew);
    const as = (actor: User | Key): Ctx => ({ ...heads[0], actor });
    const anyone = () => as(pick(acting));
    const work: (() => Promise<unknown>)[] = [];
    // Alone, as a payee that is not in the book yet has no lock that a claim could wait for.
    if (below(4) === 0) {
      await propose(context, heads[0], below).catch(ignoreRefusal);
      // Often enough that payouts meet payees who are still new.
      if (below(2) === 0) await decidePayees(context, heads, () => 1)();
    }
    const isChanging = below(3) === 0;
    if (isChanging) work.push(changeTheRules(context, heads, below));
    for (let n = work.length; n < AT_ONCE; n += 1) {
      const what = round === 0 ? 0 : below(100);
      const order = orders.length > 0 ? pick(orders) : undefined;
      if (what < 30 || !order) {
        const typed = typedForm({ formId: randomUUID(), amount: pick(AMOUNTS), destinationAccount: pick(ACCOUNTS) });
        const by = below(4) === 0 ? as(pick(keys)) : anyone();
        work.push(() => requestWithdrawal(by, withdrawalInput.parse(typed)));
      } else if (what < 55) {
        const decision =
          below(8) === 0 ? ({ decision: "declined", reason: "no" } as const) : ({ decision: "approved" } as const);
        const by = anyone();
        work.push(() => decideWithdrawal(by, { ...order, ...decision }));
      } else if (what < 80) {
        const api = below(4) === 0 ? unreached : killed;
        work.push(() => send({ ...job, api }, { transactionRow: order.id }));
      } else if (what < 86) {
        const userId = pick(acting).id;
        work.push(() => disableUser(heads[0], { userId }));
      } else if (what < 90) {
        const userId = pick(acting).id;
        work.push(() => enableUser(heads[0], { userId }));
      } else if (what < 94) {
        const changed = { userId: pick(acting).id, role: pick(ROLES) };
        work.push(() => changeRole(heads[0], changed));
      } else if (what < 95) {
        const by = anyone();
        work.push(() => stopOrder(by, { ...order, reason: "no" }));
      } else if (what < 98) {
        const by = anyone();
        work.push(() => releaseWithdrawal(by, order));
      } else {
        const by = anyone();
        work.push(() => takeBackWithdrawal(by, order));
      }
      // Beside what else happens, so that it is as likely at every moment.
      if (below(20) === 0) {
        const userId = below(3) === 0 ? null : pick([...acting, ...keys]).id;
        const by = below(3) === 0 ? anyone() : heads[0];
        work.push(() => freezePayouts(by, { userId, reason: "no" }));
      }
      if (below(12) === 0) work.push(() => resumeAll(context, heads));
      if (order && below(4) === 0) work.push(() => approveAll(acting.map(as), order));
      if (below(8) === 0) work.push(decidePayees(context, heads, below));
      if (below(10) === 0)
        work.push(requestRows(anyone(), { amount: pick(AMOUNTS), accounts: [pick(ACCOUNTS), "3333333"] }));
      if (below(6) === 0) work.push(moveBatch(context, anyone(), { ...job, api: unreached }, below));
    }
    await Promise.all(work.map((one) => one().catch(ignoreRefusal)));
    if (below(4) === 0) context.clock.now = new Date(context.clock.now.getTime() + below(9) * 3_600_000);
    orders = await ordersSince(context, since);
  }
  // All payouts that may leave now try to.
  await resumeAll(context, heads);
  await Promise.all(orders.map(({ id }) => send({ ...job, api: killed }, { transactionRow: id }).catch(ignoreRefusal)));
}

/** A new payee, or another holder for one that is there. */
async function propose({ pool }: TestContext, by: Ctx, below: (limit: number) => number) {
  const account = {
    destinationAccount: ACCOUNTS[below(ACCOUNTS.length)] ?? "",
    destinationAccountName: HOLDERS[0] ?? "",
  };
  const made = await proposePayee(by, payeeInput.parse(typedPayee(account)));
  if (made.ok || made.error.kind !== "in_book") return;
  const { payeeId } = made.error;
  const { rows } = await pool.query<{ version: number; holder: string }>(
    `select version, destination_account_name as holder from payee_versions where payee_id = $1 order by version desc`,
    [payeeId],
  );
  const [seen] = rows;
  if (!seen) return;
  const destinationAccountName = HOLDERS.find((name) => name !== seen.holder) ?? "";
  const payee = payeeInput.parse(typedPayee({ ...account, destinationAccountName }));
  await proposePayeeChange(by, { payeeId, seen: seen.version, payee });
}

/** What waits is decided, and a payee blocked or unblocked now and then. */
function decidePayees({ pool }: TestContext, [, other]: Life["heads"], below: (limit: number) => number) {
  const [decides, blocks, approves] = [below(4) > 0, below(6) === 0, below(4) > 0];
  return async () => {
    const { rows } = await pool.query<{ payeeId: string; waiting: number | null; blocked: boolean }>(
      `select id as "payeeId", waiting, blocked_at is not null as blocked from payees order by created_at`,
    );
    for (const { payeeId, waiting, blocked } of rows) {
      if (waiting !== null && decides) {
        const decision = approves
          ? ({ decision: "approved" } as const)
          : ({ decision: "rejected", reason: "no" } as const);
        await decidePayee(other, { payeeId, version: waiting, ...decision });
      }
      if (blocked) await unblockPayee(other, { payeeId, reason: "no" });
      else if (blocks) await blockPayee(other, { payeeId, reason: "no" });
    }
  };
}

/** Each who may approves, one after another: a new payee takes two of them. */
async function approveAll(crew: Ctx[], order: Order) {
  for (const by of crew) await decideWithdrawal(by, { ...order, decision: "approved" }).catch(ignoreRefusal);
}

let files = 0;

/** A batch of two rows, requested as its uploader sees it. */
function requestRows(by: Ctx, { amount, accounts }: { amount: string; accounts: string[] }) {
  files += 1;
  const memo = `file ${files}`;
  return async () => {
    const bytes = batchFile(accounts.map((destinationAccount) => ({ destinationAccount, amount, memo })));
    const made = await uploadBatch(by, { bytes, name: "control.csv" });
    if (!made.ok) throw new Error(made.error.kind);
    const { batchId } = made.value;
    const accepted = await acceptAsSeen(by, { batchId, lines: [2, 3], reason: "no" });
    if (accepted.ok) await requestBatch(by, { batchId, edits: accepted.value.edits });
  };
}

/** Decides about a batch that waits, or sends one that may be sent. */
function moveBatch({ pool }: TestContext, by: Ctx, job: Ctx, below: (limit: number) => number) {
  const approves = below(8) > 0;
  return async () => {
    const { rows } = await pool.query<{ batchId: string; digest: string; state: string }>(
      `select id as "batchId", root as digest, state from batches
       where state in ('awaiting_approval', 'sending') order by requested_at desc limit 3`,
    );
    for (const { state, ...batch } of rows) {
      if (state === "sending") await sendBatch(job, { ...batch, rowsPerSecond: 1_000 });
      else if (approves) await decideBatch(by, { ...batch, decision: "approved" });
      else await decideBatch(by, { ...batch, decision: "declined", reason: "no" });
    }
  };
}

/** Every row has its turn now: the clock of the database is not that of the sequences. */
async function sendBatchesWithoutPause({ pool }: TestContext) {
  await pool.query(`
    create function take_turns() returns trigger language plpgsql as $$ begin new.next_at = '-infinity'; return new; end $$;
    create trigger take_turns before insert or update on batch_turns for each row execute function take_turns()`);
}

/** Proposed by one and agreed to by the other; where both came too late, another user did. */
async function resumeAll({ pool }: TestContext, [one, other]: Life["heads"]) {
  const { rows } = await pool.query<{ id: string }>("select id from freezes where resumed_at is null");
  for (const { id: freezeId } of rows) {
    const proposed = await proposeResume(one, { freezeId });
    if (proposed.ok) await decideResume(other, { ...proposed.value, apply: true });
  }
}

/** A bug in the database: what is frozen here is written down as frozen elsewhere. */
async function loseFreezes({ pool }: TestContext) {
  await pool.query(`
    create function lose_freeze() returns trigger language plpgsql as $$
      begin new.environment = 'production'; return new; end $$;
    create trigger lose_freeze before insert on freezes for each row execute function lose_freeze()`);
}

/** A bug in the database: no user is on record as knowing the secret of a key. */
async function loseHolders({ pool }: TestContext) {
  await pool.query(`
    create function lose_holders() returns trigger language plpgsql as $$
      begin new.holders = '{}'; return new; end $$;
    create trigger lose_holders before insert on api_keys for each row execute function lose_holders()`);
}

/** One change at a time, each at a moment of its own: the newest one is in force. */
function changeTheRules({ clock }: TestContext, [one, other]: Life["heads"], below: (limit: number) => number) {
  clock.now = new Date(clock.now.getTime() + 1);
  const [rules, limits] = [RULES[below(RULES.length)] ?? [], LIMITS[below(LIMITS.length)] ?? []];
  const isRules = below(2) === 0;
  return async () => {
    const proposed = isRules ? await proposeRules(one, { rules }) : await proposeLimits(one, { limits });
    if (!proposed.ok && proposed.error.kind === "no_change") return;
    if (!proposed.ok) throw new Error(proposed.error.kind);
    const decided = await (isRules ? decideRules : decideLimits)(other, { ...proposed.value, apply: true });
    if (!decided.ok) throw new Error(decided.error.kind);
  };
}

/** Being refused is part of life, as is a sender that dies after its claim. Everything else is a fault. */
function ignoreRefusal(error: unknown) {
  if (error instanceof Forbidden || (error instanceof Error && error.message === "killed")) return;
  throw error;
}

/** The role that each has now, in a session in which the password has just been shown. */
async function rolesNow({ pool }: TestContext, crew: User[]): Promise<User[]> {
  const { rows } = await pool.query<{ id: string; role: Role; session: string }>(
    `with opened as (
       insert into sessions (id_hash, user_id, created_at, expires_at, last_seen_at, password_at)
       select gen_random_uuid()::text, id, 'epoch', 'epoch', 'epoch', '9999-12-31' from unnest($1::uuid[]) as id
       returning user_id, id_hash)
     select id, role, id_hash as session from users join opened on user_id = id`,
    [crew.map(({ id }) => id)],
  );
  const now = new Map(rows.map((row) => [row.id, row]));
  return crew.map((user) => ({ ...user, ...now.get(user.id) }));
}

async function ordersSince({ pool }: TestContext, since: Date): Promise<Order[]> {
  const { rows } = await pool.query<Order>(
    `select id, reference_id as "referenceId", digest from transactions join withdrawals on transaction_row = id
     where created_at >= $1 order by reference_id`,
    [since],
  );
  return rows;
}
