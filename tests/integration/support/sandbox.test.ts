import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "@/tests/support/database";
import { startSandbox, type TestSandbox } from "@/tests/support/sandbox";

let database: TestDatabase;
let sandbox: TestSandbox;

beforeAll(async () => {
  database = await createDatabase();
  sandbox = await startSandbox({ databaseUrl: database.url, settings: { name: "Another Store" } });
});

afterAll(async () => {
  await sandbox.stop();
  await database.drop();
});

test("a sandbox for a test answers on a port of its own, and refuses an unknown key", async () => {
  const answer = await fetch(`${sandbox.baseUrl}/balance`, { method: "POST", body: "{}" });
  expect(answer.ok).toBe(false);
  expect(answer.headers.get("date")).not.toBeNull();
});

test("what a test sets about the merchant holds", async () => {
  const answer = await fetch(`${sandbox.operatorUrl}/merchants`);
  expect(JSON.stringify(await answer.json())).toContain("Another Store");
});
