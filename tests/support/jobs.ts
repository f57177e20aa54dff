import { sql } from "drizzle-orm";
import type { Db } from "@/lib/db/connection";

type Available = { queue: string | null; priority: number; jobs: number };

/** The jobs of a task that a worker may take, by their queue. */
export async function availableJobs(db: Db, task: string): Promise<Available[]> {
  const { rows } = await db.execute<Available>(sql`
    select q.queue_name as queue, j.priority, count(*)::int as jobs from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where t.identifier = ${task} and j.is_available and q.is_available is not false group by 1, 2`);
  return rows;
}

/** As if a worker had been killed with a job of this task in hand: that job and its queue stay locked. */
export async function killWorkerOf(db: Db, task: string): Promise<void> {
  await db.execute(sql`
    with held as (
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed', attempts = 1 where id = (
        select min(j.id) from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${task}
      ) returning job_queue_id
    )
    update graphile_worker._private_job_queues q set locked_at = now(), locked_by = 'killed'
    from held where q.id = held.job_queue_id`);
}
