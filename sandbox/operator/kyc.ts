import { Hono } from "hono";
import type { KycStatus } from "../kyc/provider-status";
import { latestRegistration, latestRegistrations } from "../kyc/registrations";
import { resolveRegistration } from "../kyc/results";
import type { Sandbox } from "../sandbox";
import { Refusal } from "../wire/refusal";

const RESULTS: Record<string, KycStatus> = { registered: "REGISTERED", failed: "FAILED", expired: "EXPIRED" };

export function kycRoutes({ pool, clock, merchants, callbacks }: Sandbox): Hono {
  const app = new Hono();

  app.get("/", async (c) => c.json(await latestRegistrations(pool)));

  for (const [result, status] of Object.entries(RESULTS)) {
    app.post(`/:playerId/${result}`, async (c) => {
      for (const merchant of merchants.all()) {
        const registration = await latestRegistration(pool, merchant.number, c.req.param("playerId"));
        if (!registration) continue;
        const moved = await resolveRegistration(pool, merchant, { id: registration.id, to: status, now: clock.now() });
        if (!moved) throw new Refusal(409, `A registration that is ${registration.status} cannot become ${status}.`);
        callbacks.wake();
        return c.json(moved);
      }
      throw new Refusal(404, "There is no registration of this player.");
    });
  }
  return app;
}
