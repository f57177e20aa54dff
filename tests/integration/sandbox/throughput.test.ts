import { expect, test } from "vitest";
import { hasPgbench } from "@/sandbox/bench/pgbench";
import { measureThroughput } from "@/sandbox/bench/throughput";
import { createDatabase } from "../../support/database";

// The bench itself must work when it is wanted. How fast it finds us is not asked here: this machine is shared.
test.skipIf(!(await hasPgbench()))("the bench measures every way and leaves the books right", async () => {
  const database = await createDatabase();
  const measured = await measureThroughput({ url: database.url, rounds: 1, seconds: 1, callers: [4] });
  const rate = expect.any(Number);
  expect(measured).toEqual([
    { callers: 4, pgbench: [rate], bound: [rate], inProcess: [rate], httpBound: [rate], signedHttp: [rate] },
  ]);
  const [{ callers: _, ...ways }] = measured as [(typeof measured)[number]];
  for (const rate of Object.values(ways).flat()) expect(rate).toBeGreaterThan(0);
  await database.drop();
});
