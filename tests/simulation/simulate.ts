import fc from "fast-check";
import { log } from "@/lib/log";
import { calmDown } from "./aftermath";
import { COMMANDS, type Commands } from "./commands";
import { openDatabase } from "./database";
import { Violation } from "./invariants";
import { type Operation, type Run, run } from "./operations";
import { perform } from "./perform";
import type { Repeated } from "./service";
import { type Setting, Simulation } from "./simulation";
import { createUsers } from "./users";

/** Performs one run, on an empty record. Throws where an invariant broke. */
async function execute(setting: Setting, input: Run): Promise<Simulation> {
  await setting.database.clear();
  const at = new Simulation(setting, input);
  for (const operation of input.operations) await perform(at, operation);
  await calmDown(at);
  return at;
}

/** A run takes a second. One that never ends says its seed, and does not take the time of the whole suite. */
const RUN_MAX_MS = 120_000;

/** Long enough to make a failing run short, and no longer: the seed alone is enough to see it again. */
const SHORTEN_FOR_MS = 60_000;

/** Leaves out what the failure does not need: first halves, then smaller and smaller parts. */
async function shortest(setting: Setting, failing: Run, invariant: number): Promise<Run> {
  const until = performance.now() + SHORTEN_FOR_MS;
  const fails = async (operations: Operation[]) => {
    try {
      await execute(setting, { ...failing, operations });
      return false;
    } catch (error) {
      return error instanceof Violation && error.invariant === invariant;
    }
  };
  let { operations } = failing;
  for (let size = Math.ceil(operations.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < operations.length && performance.now() < until; ) {
      const without = operations.toSpliced(from, size);
      if (await fails(without)) operations = without;
      else from += size;
    }
  }
  return { ...failing, operations };
}

type Totals = { seeds: number; operations: number; steps: number; orders: number; created: number };

type Options = {
  repeated: Repeated;
  commands?: Commands;
  seeds: number;
  seed?: number;
  path?: string;
  shorten?: boolean;
  onRun?: () => void;
};

/** Performs so many runs. Throws at the first that breaks an invariant, with its seed and path. */
export async function simulate({
  repeated,
  commands = COMMANDS,
  seeds,
  shorten = true,
  onRun,
  ...again
}: Options): Promise<Totals> {
  log.level = "silent";
  const database = await openDatabase();
  const totals: Totals = { seeds: 0, operations: 0, steps: 0, orders: 0, created: 0 };
  try {
    const setting = { database, users: await createUsers(database), commands, repeated };
    const property = fc.asyncProperty(run, async (input) => {
      onRun?.();
      const { steps, facts, service } = await execute(setting, input);
      totals.seeds += 1;
      totals.operations += input.operations.length;
      totals.steps += steps;
      totals.orders += facts.length;
      totals.created += service.orders.length;
    });
    const found = await fc.check(property, { numRuns: seeds, endOnFailure: true, timeout: RUN_MAX_MS, ...again });
    if (!found.failed) return totals;

    const { seed, counterexample, counterexamplePath: path, errorInstance: why } = found;
    const which = `SIMULATION_SEED=${seed} SIMULATION_PATH=${path}, a repeated referenceId: ${repeated}`;
    if (!(why instanceof Violation) || counterexample === null) throw new Error(which, { cause: why });
    const [failing] = counterexample;
    const short = shorten ? await shortest(setting, failing, why.invariant) : failing;
    why.message += `\n${which}`;
    if (shorten) why.message += `; this is enough for it:\n${JSON.stringify(short)}`;
    throw why;
  } finally {
    await database.close();
  }
}
