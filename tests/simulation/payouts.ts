import { expect, test } from "vitest";
import { OPERATIONS } from "./operations";
import type { Repeated } from "./service";
import { simulate } from "./simulate";

/** For each of the three ways. `SIMULATION_SEEDS=3334 npm test -- --only simulation` lives through ten thousand in all. */
const SEEDS = Number(process.env.SIMULATION_SEEDS ?? 40);

/** A failure says its seed and its path: `SIMULATION_SEED=… SIMULATION_PATH=…` shows exactly that run again. */
const { SIMULATION_SEED: seed, SIMULATION_PATH: path } = process.env;

const PATIENCE = { timeout: 600_000 + SEEDS * 5_000 };

/** A long run says how far it is: what it has lived through counts, even where it is broken off. */
const TOLD_EVERY = 250;

export const payouts = (repeated: Repeated) =>
  test(
    `the seven invariants hold after every step of ${SEEDS} lives of ${OPERATIONS} operations`,
    PATIENCE,
    async () => {
      const again = { ...(seed !== undefined && { seed: Number(seed) }), ...(path !== undefined && { path }) };
      let begun = 0;
      const onLife = () => {
        if (begun > 0 && begun % TOLD_EVERY === 0)
          console.log(`A repeated referenceId: ${repeated}. ${begun} lives held.`);
        begun += 1;
      };
      const told = await simulate({ repeated, seeds: path === undefined ? SEEDS : 1, onRun: onLife, ...again });
      expect(told.steps).toBeGreaterThan(told.seeds);
      const { seeds, operations, steps, orders, created } = told;
      const much = `${seeds} seeds, ${operations} operations, ${steps} steps of the real verbs, each checked`;
      console.log(
        `A repeated referenceId: ${repeated}. ${much}. ${orders} withdrawals, ${created} orders at the service.`,
      );
    },
  );
