import { Hono } from "hono";
import { readAccounts } from "../ledger/accounts";
import { checkBooks, latestPostings } from "../ledger/check";
import type { Sandbox } from "../sandbox";

const LISTED = 500;

export function booksRoutes({ pool, merchants }: Sandbox): Hono {
  const app = new Hono();

  app.get("/balances", async (c) => {
    const accounts = await Promise.all(merchants.all().map(({ number }) => readAccounts(pool, number)));
    return c.json(accounts.flat());
  });
  app.get("/ledger", async (c) =>
    c.json({ faults: await checkBooks(pool), postings: await latestPostings(pool, LISTED) }),
  );
  return app;
}
