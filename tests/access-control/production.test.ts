import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { seedDemo, usersIn } from "@/scripts/lib/demo.mjs";
import { migrate } from "@/scripts/lib/migrate.mjs";
import { startConsole } from "@/scripts/lib/next.mjs";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { secretsIn } from "@/scripts/lib/secrets.mjs";
import { connectionTo } from "@/scripts/lib/services.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { createDatabase } from "../support/database";
import { testContext } from "../support/test-context";

const database = await createDatabase();
afterAll(() => database.drop());

const port = await freePort();
const demo = {
  ...bareSettings(),
  ...secretsIn(join(ROOT, ".data")),
  ...connectionTo(testContext().sandbox),
  DATABASE_URL: database.url,
  APP_URL: `http://${HOST}:${port}`,
  JOBS: "off",
};
const production = {
  ...demo,
  PAYMENTS_PRODUCTION_BASE_URL: "https://payments.example",
  PAYMENTS_PRODUCTION_API_KEY: "production-key",
  PAYMENTS_PRODUCTION_SECRET_KEY: "production-secret",
  REQUIRE_SECOND_FACTOR_ROLES: "admin,approver,ops",
};

test("production does not start beside users of a demo, and says who they are", async () => {
  await migrate(demo);
  await seedDemo({ users: usersIn("/nowhere/demo.json"), withdrawals: [], deposits: [] }, demo);
  await expect(startConsole({ env: production, port })).rejects.toThrow(
    /users of the demo can still sign in \(admin@demo\.example, .*viewer@demo\.example\)/,
  );
});

test("nor without a second factor of the roles that move money", async () => {
  const { REQUIRE_SECOND_FACTOR_ROLES: _required, ...without } = production;
  await expect(startConsole({ env: without, port })).rejects.toThrow(/SECOND_FACTOR_IN_PRODUCTION=optional/);
});

test("the build, which holds the key of the server actions, is private to its owner", () => {
  expect((statSync(join(ROOT, ".next")).mode & 0o077).toString(8)).toBe("0");
});
