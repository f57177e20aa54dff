import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { attempts } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { reissueWithdrawal } from "@/lib/withdrawals/commands";
import { ROOT } from "@/scripts/lib/root.mjs";
import { bundled } from "../support/bundle";
import { openTestContext, type TestContext } from "../support/context";
import { ownAccount, typedForm } from "../support/forms";
import { requested } from "../support/orders";
import { scratchFolder } from "../support/scratch";
import { openService, type Service } from "../support/service";
import type { Instance, InstanceCommand } from "./instance";

/*
 * Two versions of the console on one database, each of which may be killed at any time, and payouts that both
 * ask for and both send. By hand, before a release, with the commit that is running now:
 *
 *   OLDER=<commit> npx vitest run --project faults tests/faults/rolling-upgrade.test.ts
 */
const { OLDER } = process.env;
const PAYOUTS = 60;
const KILLS = 40;
const ROUNDS = 60;
const ROUND_MS = 1_000;
const PATIENCE = 240_000;
const FAULTS = [
  null,
  { kind: "drop", when: "before" },
  { kind: "drop", when: "after" },
  { kind: "status", when: "after", status: 504 },
];

describe.skipIf(!OLDER)(`this version beside ${OLDER}`, () => {
  let service: Service;
  let context: TestContext;
  let tree: string;
  const programs: Record<string, string> = {};
  const alive = new Map<string, ChildProcess>();
  const threw: string[] = [];
  let aheadMs = 0;

  const git = (...args: string[]) => {
    const { status, stderr } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  };

  beforeAll(async () => {
    service = await openService({ repeatedReference: "second" });
    context = await openTestContext(service);
    await context.as("ops");
    tree = join(await scratchFolder(), "older");
    git("worktree", "add", "--detach", tree, OLDER ?? "");
    await symlink(join(ROOT, "node_modules"), join(tree, "node_modules"));
    programs.older = await bundled("tests/faults/instance.ts", { of: tree });
    programs.newer = await bundled("tests/faults/instance.ts");
    for (const name of ["older", "newer"]) start(name);
  }, PATIENCE);
  afterAll(async () => {
    for (const name of [...alive.keys()]) await kill(name);
    git("worktree", "remove", "--force", tree);
    await rm(dirname(tree), { recursive: true });
    await service.close();
    await context.close();
  });

  function start(name: string) {
    const { baseUrl, apiKey, secretKey } = service;
    const instance: Instance = { name, databaseUrl: context.url, service: { baseUrl, apiKey, secretKey } };
    const child = spawn(process.execPath, [programs[name] ?? "", JSON.stringify(instance)], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    createInterface({ input: child.stdout }).on("line", (line) => threw.push(line));
    alive.set(name, child);
    say(name, { aheadMs });
  }
  const say = (name: string, command: InstanceCommand) => alive.get(name)?.stdin?.write(`${JSON.stringify(command)}\n`);
  async function kill(name: string) {
    const child = alive.get(name);
    child?.kill("SIGKILL");
    if (child?.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  /** Advances all clocks by half a minute a round, until every order is as it should be. */
  async function until(isAsItShould: (order: typeof transactions.$inferSelect) => boolean) {
    for (let round = 0; round < ROUNDS; round += 1) {
      aheadMs += 31_000;
      context.clock.now = new Date(Date.now() + aheadMs);
      await service.setClock(aheadMs);
      for (const name of alive.keys()) say(name, { aheadMs });
      await setTimeout(ROUND_MS);
      if ((await context.db.select().from(transactions)).every(isAsItShould)) return;
    }
  }

  test("no payout is made twice, none is lost, and both understand what the other wrote", {
    timeout: PATIENCE,
  }, async () => {
    const names = ["older", "newer"];
    for (let payout = 0; payout < PAYOUTS; payout += 1) {
      const fault = FAULTS[payout % FAULTS.length];
      if (fault) await service.misbehave({ path: "/withdraw", ...fault });
      const form = typedForm(ownAccount());
      if (payout % 2 === 0) say("older", { request: form });
      else await requested(context, form);
      await setTimeout(100);
      if (payout >= PAYOUTS - KILLS) {
        const name = names[payout % 2] ?? "";
        await kill(name);
        start(name);
      }
    }
    await service.behave();
    const hasEnded = ({ submission }: typeof transactions.$inferSelect) =>
      submission === "accepted" || submission === "not_created";
    await until(hasEnded);

    const ours = () => context.db.select().from(transactions);
    for (const { referenceId, submission } of await ours()) {
      if (submission === "not_created") await reissueWithdrawal(await context.as("ops"), { referenceId });
    }
    await until(hasEnded);
    for (const { referenceId } of await service.orders()) await service.decide(referenceId, "complete");
    await until(({ submission, status }) => submission !== "accepted" || status === "COMPLETED");

    const orders = await ours();
    const made = (await service.orders()).map(({ referenceId }) => referenceId);
    const rootOf = (referenceId: string) => referenceId.replace(/-\d$/, "");
    expect(new Set(made.map(rootOf)).size).toBe(made.length);
    for (const { referenceId, submission, status, discrepancyAt } of orders) {
      const isMade = made.includes(referenceId);
      const truth = isMade ? ["accepted", "COMPLETED"] : ["not_created", null];
      expect([referenceId, submission, status, discrepancyAt]).toEqual([referenceId, ...truth, null]);
    }
    expect(new Set(orders.map(({ referenceId }) => rootOf(referenceId))).size).toBe(made.length);
    expect(await context.db.select().from(attempts).where(isNull(attempts.outcome))).toEqual([]);

    const lines = await context.db.select().from(auditEvents);
    const by = (name: string) => lines.filter((one) => one.actorId === name).map(({ action }) => action);
    for (const name of names) {
      const done = by(name);
      const count = (action: string) => done.filter((one) => one === action).length;
      expect(count("attempt.claimed")).toBeGreaterThan(0);
      console.log(
        `${name}: ${["attempt.claimed", "attempt.unknown", "submission.not_created"].map((a) => `${a} ${count(a)}`).join(", ")}`,
      );
    }
    console.log(`${orders.length} orders of ${made.length} intents, ${made.length} at the service; thrown:`, threw);
    // A killed process leaves one line or none; any other exception means that one version misread the other's records.
    expect(threw.filter((line) => !/terminat|timed? ?out/i.test(line))).toEqual([]);
  });
});
