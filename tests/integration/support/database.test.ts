import { Client } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { createConsoleDatabase, createDatabase, type TestDatabase } from "@/tests/support/database";

const made: TestDatabase[] = [];
const keep = async (making: Promise<TestDatabase>) => {
  const database = await making;
  made.push(database);
  return database;
};

afterAll(async () => {
  for (const database of made) await database.drop();
});

async function ask(url: string, sql: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe("databases for tests", () => {
  test("an empty database has no tables of ours", async () => {
    const { url } = await keep(createDatabase());
    expect(await ask(url, "select from pg_tables where schemaname = 'public'")).toEqual([]);
  });

  test("console databases made at the same time are migrated, and apart from each other", async () => {
    const [one, other] = await Promise.all([keep(createConsoleDatabase()), keep(createConsoleDatabase())]);
    await ask(one.url, "create table only_here ()");
    expect(await ask(other.url, "select to_regclass('graphile_worker._private_jobs') is not null as queue")).toEqual([
      { queue: true },
    ]);
    expect(await ask(other.url, "select to_regclass('only_here') as found")).toEqual([{ found: null }]);
  });

  test("text sorts and folds case alike on every machine", async () => {
    const { url } = await keep(createDatabase());
    expect(await ask(url, "select upper('ä') as upper, 'Z' < 'a' as by_code_point")).toEqual([
      { upper: "Ä", by_code_point: true },
    ]);
  });
});
