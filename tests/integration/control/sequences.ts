import { randomUUID } from "node:crypto";
import type { User } from "@/lib/auth/actor";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import type { Role } from "@/lib/auth/permissions";
import { decideResume, freezePayouts, proposeResume } from "@/lib/freezes/commands";
import { decideLimits, proposeLimits } from "@/lib/limits/commands";
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
import { NOWHERE, openTestContext, type TestContext } from "../../support/context";
import { typedForm } from "../../support/forms";
import { countRequestsBySums } from "../../support/request-counting";
import { openEmptyService } from "./empty-service";
import { openReplay } from "./replay";

const CREW = ["ops", "ops", "admin", "approver", "approver"] as const;
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
const BATCHES = 7;
const AT_ONCE = 4;

type Order = { id: string; referenceId: string; digest: string };
export type Send = (ctx: Ctx, order: { transactionRow: string }) => Promise<unknown>;
type Options = { seeds: number; from?: number; send?: Send; sums?: boolean; freezes?: boolean };

/** Performs random sequences of concurrent operations, and checks after each every payout that left. */
export async function runSequences({ seeds, from = 0, send = sendWithdrawal, sums = true, freezes = true }: Options) {
  const service = await openEmptyService();
  const context = await openTestContext({ ...NOWHERE, baseUrl: service.baseUrl });
  service.follow(context.clock);
  try {
    if (sums) await countRequestsBySums(context.url);
    if (!freezes) await loseFreezes(context);
    const { rows } = await context.pool.query<{ name: string }>("select current_database() as name");
    await context.pool.query(`alter database ${rows[0]!.name} set synchronous_commit = off`);
    const replay = await openReplay(context.pool, FIRST_RULES.sandbox);
    const heads = [await context.as("admin"), await context.another("admin")] as const;
    for (const { actor } of heads) replay.add(actor.id, "admin");
    for (let seed = from; seed < from + seeds; seed += 1) {
      // Another day: what was before is in no sum any more.
      context.clock.now = new Date(context.clock.now.getTime() + 26 * 3_600_000);
      const crew = await hire(context, seed);
      for (const { id, role } of crew) replay.add(id, role);
      await live({ context, heads, crew, send, next: seededRandom(seed) });
      await replay.follow(context.clock.now).catch((error: Error) => {
        throw new Error(`seed ${seed}: ${error.message}`);
      });
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

type Life = {
  context: TestContext;
  heads: readonly [Ctx, Ctx];
  crew: User[];
  send: Send;
  next: () => number;
};

async function live({ context, heads, crew, send, next }: Life) {
  const below = (limit: number) => next() % limit;
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  const job = await context.as("job");
  const killed = { ...job.api, sendWithdraw: () => Promise.reject(new Error("killed")) };
  const nowhere = createPaymentsApi({ ...NOWHERE, now: job.now, nonce: () => job.random(16), timeoutMs: 1_000 });
  const unreached = { ...job.api, sendWithdraw: nowhere.sendWithdraw };
  const since = context.clock.now;
  let orders: Order[] = [];

  for (let batch = 0; batch < BATCHES; batch += 1) {
    // As sessions do, each actor has the role that was read before the concurrent operations.
    const acting = await rolesNow(context, crew);
    const as = (user: User): Ctx => ({ ...heads[0], actor: user });
    const anyone = () => as(pick(acting));
    const work: (() => Promise<unknown>)[] = [];
    const isChanging = below(3) === 0;
    if (isChanging) work.push(changeTheRules(context, heads, below));
    for (let n = work.length; n < AT_ONCE; n += 1) {
      const what = batch === 0 ? 0 : below(100);
      const order = orders.length > 0 ? pick(orders) : undefined;
      if (what < 30 || !order) {
        const typed = typedForm({ formId: randomUUID(), amount: pick(AMOUNTS), destinationAccount: pick(ACCOUNTS) });
        const by = anyone();
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
      } else if (what < 96) {
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
        const userId = below(3) === 0 ? null : pick(acting).id;
        const by = below(3) === 0 ? anyone() : heads[0];
        work.push(() => freezePayouts(by, { userId, reason: "no" }));
      }
      if (below(12) === 0) work.push(() => resumeAll(context, heads));
    }
    await Promise.all(work.map((one) => one().catch(ignoreRefusal)));
    if (below(4) === 0) context.clock.now = new Date(context.clock.now.getTime() + below(9) * 3_600_000);
    orders = await ordersSince(context, since);
  }
  // All payouts that may leave now try to.
  await resumeAll(context, heads);
  await Promise.all(orders.map(({ id }) => send({ ...job, api: killed }, { transactionRow: id }).catch(ignoreRefusal)));
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

/** One change at a time, each at a moment of its own: the newest one is in force. */
function changeTheRules({ clock }: TestContext, [one, other]: Life["heads"], below: (limit: number) => number) {
  clock.now = new Date(clock.now.getTime() + 1);
  const [rules, limits] = [RULES[below(RULES.length)] ?? [], LIMITS[below(LIMITS.length)] ?? []];
  const isRules = below(2) === 0;
  return async () => {
    const proposed = isRules ? await proposeRules(one, { rules }) : await proposeLimits(one, { limits });
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
