import { Hono } from "hono";
import { z } from "zod";
import { offset } from "../duration";
import { plannedFault } from "../faults/planned-faults";
import type { Sandbox } from "../sandbox";
import { readJson } from "./input";

const setting = z.strictObject({ offsetMs: offset, isTold: z.boolean().default(true), toldAheadMs: offset.default(0) });

/** Making the service misbehave on purpose. */
export function testRoutes({ faults, clock }: Sandbox): Hono {
  const app = new Hono();
  app.get("/faults", (c) => c.json(faults.planned()));
  app.post("/faults", async (c) => {
    faults.plan(await readJson(c, plannedFault));
    return c.json(faults.planned(), 201);
  });
  app.delete("/faults", (c) => {
    faults.clear();
    return c.json(faults.planned());
  });
  app.post("/clock", async (c) => {
    const { offsetMs, isTold, toldAheadMs } = Object.assign(clock, await readJson(c, setting));
    return c.json({ offsetMs, isTold, toldAheadMs, now: clock.now().toISOString() });
  });
  return app;
}
