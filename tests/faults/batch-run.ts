import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { batches } from "@/drizzle/schema/batches";
import { decideBatch } from "@/lib/batches/approvals";
import { resumeBatch } from "@/lib/batches/pause";
import { batchOf, requestAsSeen } from "../support/batches";
import type { TestContext } from "../support/context";
import type { Service } from "../support/service";
import type { BatchInstance, BatchInstanceCommand } from "./batch-instance";

const LOOK_AGAIN_MS = 20;

/** Two instances that send the batches of one database, the clocks of all, and the person who lets a batch go on. */
export function openBatchRun(program: string, service: Service, context: TestContext) {
  const start = context.clock.now.getTime() - Date.now();
  const alive = new Map<string, ChildProcess>();
  const threw = new Map<string, number>();
  const paused = new Map<string, number>();
  let aheadMs = 0;

  const count = (in_: Map<string, number>, what: string) => in_.set(what, (in_.get(what) ?? 0) + 1);
  const stateOf = async (batchId: string) => {
    const [batch] = await context.db.select().from(batches).where(eq(batches.id, batchId));
    return batch;
  };

  function begin(name: string) {
    const { baseUrl, apiKey, secretKey } = service;
    const instance: BatchInstance = {
      ...{ name, databaseUrl: context.runtimeUrl, service: { baseUrl, apiKey, secretKey } },
      aheadMs: aheadMs + start,
    };
    const child = spawn(process.execPath, [program, JSON.stringify(instance)], { stdio: ["pipe", "pipe", "inherit"] });
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (!line.startsWith("{")) count(threw, line);
    });
    alive.set(name, child);
  }

  async function kill(name: string) {
    const child = alive.get(name);
    if (!child) throw new Error(`${name} does not run`);
    child.kill("SIGKILL");
    await once(child, "exit");
    alive.delete(name);
  }

  return {
    threw,
    paused,
    begin,
    kill,
    end: () => Promise.all([...alive.keys()].map(kill)),

    /** So much later, for the service, for both instances and for the people. */
    async later(seconds: number) {
      aheadMs += seconds * 1000;
      await service.setClock(aheadMs);
      context.clock.now = new Date(Date.now() + aheadMs + start);
      const command: BatchInstanceCommand = { aheadMs: aheadMs + start };
      for (const child of alive.values()) child.stdin?.write(`${JSON.stringify(command)}\n`);
    },

    /** Requested, and approved by as many as the rules want. */
    async approved(batchId: string) {
      const asked = await requestAsSeen(context, batchId);
      if (!asked.ok) throw new Error(asked.error.kind);
      const { root, approversNeeded } = await batchOf(context, batchId);
      for (const role of (["approver", "admin"] as const).slice(0, approversNeeded ?? 0)) {
        await decideBatch(await context.as(role), { batchId, decision: "approved", digest: root ?? "" });
      }
    },

    /** A person lets the batch go on, as often as it has paused itself, until this many of its rows are orders. */
    async untilOrdered(batchId: string, wanted: number) {
      const ops = await context.as("ops");
      const ordered = `select count(ordered_at)::int as count from batch_rows where batch_id = $1`;
      for (;;) {
        const batch = await stateOf(batchId);
        if (batch?.state === "paused") {
          count(paused, String(batch.pauseReason));
          const resumed = await resumeBatch(ops, { batchId });
          // The sender may have gone on meanwhile. Any other refusal would be the same at each turn.
          if (!resumed.ok && resumed.error.kind !== "not_paused") throw new Error(resumed.error.kind);
        }
        const { rows } = await context.pool.query<{ count: number }>(ordered, [batchId]);
        if ((rows[0]?.count ?? 0) >= wanted || batch?.state === "sent") return;
        await setTimeout(LOOK_AGAIN_MS);
      }
    },

    /** Nothing of these orders is open any more: none waits, is under way, or has an unknown outcome. */
    async isClear() {
      const { rows } = await context.pool.query<{ count: number }>(
        "select count(*)::int as count from transactions where submission in ('queued', 'submitting', 'unknown')",
      );
      return rows[0]?.count === 0;
    },
  };
}
