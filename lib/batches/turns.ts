import "server-only";
import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";

/** How long until the next row may leave; none where this one's turn has come and is taken. */
export async function waitForTurn(tx: Tx, { environment }: Ctx, rowsPerSecond: number): Promise<number> {
  // The clock of the database, which is one for all instances.
  await tx.execute(
    sql`insert into batch_turns (environment, next_at) values (${environment}, clock_timestamp()) on conflict do nothing`,
  );
  const { rows } = await tx.execute<{ ms: number }>(sql`
    select greatest(0, extract(epoch from next_at - clock_timestamp()) * 1000)::float8 as ms
    from batch_turns where environment = ${environment} for update`);
  const ms = rows[0]?.ms ?? 0;
  if (ms > 0) return Math.ceil(ms);
  await tx.execute(sql`
    update batch_turns set next_at = clock_timestamp() + ${1_000 / rowsPerSecond} * interval '1 millisecond'
    where environment = ${environment}`);
  return 0;
}
