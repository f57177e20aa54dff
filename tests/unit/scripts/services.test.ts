import { expect, test } from "vitest";
import { startServices } from "@/scripts/lib/services.mjs";

test("production is refused on the embedded database, before anything is started", async () => {
  const settings = { PAYMENTS_PRODUCTION_BASE_URL: "https://payments.example", PAYMENTS_PRODUCTION_API_KEY: "key" };
  await expect(startServices(settings, "/nowhere", { historyFor: null })).rejects.toThrow(
    /DATABASE_URL: is missing.*PostgreSQL of your own/s,
  );
});
