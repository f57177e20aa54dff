import type { Actor } from "@/lib/auth/actor";
import type { Ctx } from "@/lib/auth/context";
import type { Jobs } from "@/lib/db/enqueue";
import { fanOut } from "@/lib/notifications/fan-out";
import type { Commands } from "./commands";
import type { Simulation } from "./simulation";

type Job = { id: string; task: string; payload: { transactionRow: string; referenceId: string } };

/** The queue's own table: a job that a process has taken is locked, and stays so when the process dies. */
const DUE = `
  select j.id::text as id, t.identifier as task, j.payload from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  where j.locked_at is null and j.run_at <= $1 order by j.id`;
const TAKE = "update graphile_worker._private_jobs set locked_at = now(), attempts = attempts + 1 where id = $1";
const DONE = "delete from graphile_worker._private_jobs where id = $1";
const AGAIN = "update graphile_worker._private_jobs set locked_at = null, run_at = $2 where id = $1";
const RETRY_AFTER_MS = 3_000;

export async function dueJobs(at: Simulation): Promise<Job[]> {
  const { rows } = await at.setting.database.read(DUE, [at.now(0)]);
  return rows;
}

type Taking = { which: number; again: boolean; instance: number; atOnce: boolean };

/** A runner takes one of the jobs that are due. `again`: another one takes it, too. */
export async function takeJob(at: Simulation, one: Taking): Promise<void> {
  const due = await dueJobs(at);
  const job = due[one.which % Math.max(due.length, 1)];
  if (job) await runJob(at, job, one);
}

export async function runJob(at: Simulation, job: Job, one: Omit<Taking, "which">): Promise<void> {
  const { query } = at.setting.database;
  const actor: Actor = { kind: "job", id: job.task, name: job.task };
  if (!one.again) await query(TAKE, [job.id]);
  const work = (ctx: Ctx) => perform(at.setting.commands, ctx, job);
  await at.begin(job.task, { ...one, actor }, work, async ({ ending }) => {
    if (one.again) return;
    if (ending?.kind === "returned") await query(DONE, [job.id]);
    if (ending?.kind === "threw") await query(AGAIN, [job.id, new Date(at.now(0).getTime() + RETRY_AFTER_MS)]);
  });
}

function perform(commands: Commands, ctx: Ctx, { task, payload }: Job): Promise<unknown> {
  const known: Partial<Record<string, () => Promise<unknown>>> = {
    "send-withdrawal": () => commands.sendWithdrawal(ctx, payload),
    "poll-order": () => commands.pollDueOrders(ctx, payload),
    "poll-due-orders": () => commands.pollDueOrders(ctx),
    "process-deliveries": () => commands.processDeliveries(ctx),
    "fan-out-notifications": () => fanOut(ctx),
  } satisfies Partial<Record<keyof Jobs, () => Promise<unknown>>>;
  const run = known[task];
  if (!run) throw new Error(`no such job: ${task}`);
  return run();
}
