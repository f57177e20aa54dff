import fc from "fast-check";
import { log } from "@/lib/log";
import { calmDown } from "./aftermath";
import { openDatabase } from "./database";
import { happen } from "./deeds";
import { Violation } from "./invariants";
import { type Operation, type Run, run } from "./operations";
import { hire } from "./people";
import type { Repeated } from "./service";
import { type Setting, Simulation } from "./simulation";
import { VERBS, type Verbs } from "./verbs";

/** Lives through one run, on an empty record. Throws where an invariant broke. */
async function live(setting: Setting, lived: Run): Promise<Simulation> {
  await setting.database.clear();
  const at = new Simulation(setting, lived);
  for (const operation of lived.operations) await happen(at, operation);
  await calmDown(at);
  return at;
}

/** Long enough to make a failing run short, and no longer: the seed alone is enough to see it again. */
const SHORTEN_FOR_MS = 60_000;

/** Leaves out what the failure does not need: first halves, then smaller and smaller parts. */
async function shortest(setting: Setting, failing: Run, invariant: number): Promise<Run> {
  const until = performance.now() + SHORTEN_FOR_MS;
  const fails = async (operations: Operation[]) => {
    try {
      await live(setting, { ...failing, operations });
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

type Told = { seeds: number; operations: number; steps: number; orders: number; created: number };

type Asked = {
  repeated: Repeated;
  verbs?: Verbs;
  seeds: number;
  seed?: number;
  path?: string;
  shorten?: boolean;
  onLife?: () => void;
};

/** Lives through so many runs. Throws at the first that breaks an invariant, with all that is needed to see it again. */
export async function simulate({
  repeated,
  verbs = VERBS,
  seeds,
  shorten = true,
  onLife,
  ...again
}: Asked): Promise<Told> {
  log.level = "silent";
  const database = await openDatabase();
  const told: Told = { seeds: 0, operations: 0, steps: 0, orders: 0, created: 0 };
  try {
    const setting = { database, people: await hire(database), verbs, repeated };
    const property = fc.asyncProperty(run, async (lived) => {
      onLife?.();
      const { steps, facts, service } = await live(setting, lived);
      told.seeds += 1;
      told.operations += lived.operations.length;
      told.steps += steps;
      told.orders += facts.length;
      told.created += service.orders.length;
    });
    const found = await fc.check(property, { numRuns: seeds, endOnFailure: true, ...again });
    if (!found.failed) return told;

    const { seed, counterexample, counterexamplePath: path, errorInstance: why } = found;
    if (!(why instanceof Violation) || counterexample === null) throw why;
    const [failing] = counterexample;
    const short = shorten ? await shortest(setting, failing, why.invariant) : failing;
    why.message += `\nSIMULATION_SEED=${seed} SIMULATION_PATH=${path}, a repeated referenceId: ${repeated}`;
    if (shorten) why.message += `; this is enough for it:\n${JSON.stringify(short)}`;
    throw why;
  } finally {
    await database.close();
  }
}
