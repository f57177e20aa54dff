import { Hono } from "hono";
import type { KycStatus } from "../kyc/provider-status";
import { latestRegistration, latestRegistrations, type Registration, registrationById } from "../kyc/registrations";
import { resolveRegistration } from "../kyc/results";
import type { Sandbox } from "../sandbox";
import { Refusal } from "../wire/refusal";
import { findOfOne, merchantOf } from "./by-merchant";

const LISTED = 200;
const RESULTS: Record<string, KycStatus> = { registered: "REGISTERED", failed: "FAILED", expired: "EXPIRED" };
const AMBIGUOUS = "each have a registration of this player: use /kyc/registrations/:id.";

export function kycRoutes({ pool, clock, merchants }: Sandbox): Hono {
  const app = new Hono();

  app.get("/", async (c) => c.json(await latestRegistrations(pool, LISTED)));

  for (const [result, status] of Object.entries(RESULTS)) {
    app.post(`/registrations/:id/${result}`, async (c) => {
      const registration = await registrationById(pool, c.req.param("id"));
      if (!registration) throw new Refusal(404, "There is no such registration.");
      return c.json(await resolve(registration, status));
    });
    app.post(`/:playerId/${result}`, async (c) => {
      const ofMerchant = (number: number) => latestRegistration(pool, number, c.req.param("playerId"));
      const registration = await findOfOne(merchants, ofMerchant, AMBIGUOUS);
      if (!registration) throw new Refusal(404, "There is no registration of this player.");
      return c.json(await resolve(registration, status));
    });
  }

  async function resolve(registration: Registration, to: KycStatus): Promise<Registration> {
    const merchant = merchantOf(merchants, registration);
    const resolved = await resolveRegistration(pool, merchant, { id: registration.id, to, now: clock.now() });
    if (!resolved) throw new Refusal(409, `A registration that is ${registration.status} cannot become ${to}.`);
    return resolved;
  }

  return app;
}
