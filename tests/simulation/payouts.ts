import { expect, test } from "vitest";
import { OPERATIONS } from "./operations";
import type { Repeated } from "./service";
import { simulate } from "./simulate";

/** For each of the three ways. `SIMULATION_SEEDS=3334 npm test -- --only simulation` runs ten thousand in all. */
const SEEDS = Number(process.env.SIMULATION_SEEDS ?? 40);

/** A failure says its seed and its path: `SIMULATION_SEED=… SIMULATION_PATH=…` shows exactly that run again. */
const { SIMULATION_SEED: seed, SIMULATION_PATH: path } = process.env;

const PATIENCE = { timeout: 600_000 + SEEDS * 5_000 };

/** A long run reports its progress: completed runs count even if it is interrupted. */
const TOLD_EVERY = 250;

export const payouts = (repeated: Repeated) =>
  test(
    `the seven invariants hold after every step of ${SEEDS} runs of ${OPERATIONS} operations`,
    PATIENCE,
    async () => {
      const again = { ...(seed !== undefined && { seed: Number(seed) }), ...(path !== undefined && { path }) };
      let begun = 0;
      const onRun = () => {
        if (begun > 0 && begun % TOLD_EVERY === 0)
          console.log(`A repeated referenceId: ${repeated}. ${begun} runs held.`);
        begun += 1;
      };
      const totals = await simulate({ repeated, seeds: path === undefined ? SEEDS : 1, onRun, ...again });
      expect(totals.steps).toBeGreaterThan(totals.seeds);
      const { seeds, operations, steps, orders, created } = totals;
      const much = `${seeds} seeds, ${operations} operations, ${steps} steps of the real use cases, each checked`;
      console.log(
        `A repeated referenceId: ${repeated}. ${much}. ${orders} withdrawals, ${created} orders at the service.`,
      );
    },
  );
