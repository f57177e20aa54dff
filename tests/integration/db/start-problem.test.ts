import { afterAll, beforeAll, expect, test } from "vitest";
import { openPool } from "@/lib/db/connection";
import { databaseProblem } from "@/lib/db/start-problem";
import { createDatabase, type TestDatabase } from "../../support/database";
import { openTcpProxy } from "../../support/tcp-proxy";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** What is said of an address that cannot be used, by the error that it really gives. */
async function problemOf(change: (url: URL) => void, query = "select 1"): Promise<string | undefined> {
  const url = new URL(database.runtimeUrl);
  change(url);
  const pool = openPool(url.href, () => undefined, { connectionTimeoutMillis: 1_000 });
  const error = await pool.query(query).then(
    () => null,
    (reason: unknown) => reason,
  );
  await pool.end();
  return databaseProblem(error, url.href)?.problems[0];
}

test("an unusable database is reported in a sentence that names the setting, and never a password", async () => {
  const said = [
    await problemOf((url) => {
      url.port = "1";
    }),
    await problemOf((url) => {
      url.hostname = "nowhere.invalid";
    }),
    await problemOf((url) => {
      url.pathname = "/none";
    }),
    await problemOf((url) => {
      url.password = "wrong-password";
    }),
    await problemOf((url) => {
      url.searchParams.set("sslmode", "require");
    }),
    await problemOf(() => undefined, "select from transactions"),
  ];
  const { host } = new URL(database.runtimeUrl);
  const name = new URL(database.runtimeUrl).pathname.slice(1);
  expect(said).toEqual([
    "DATABASE_URL: no database server listens at 127.0.0.1:1",
    expect.stringMatching(/^DATABASE_URL: the host of nowhere\.invalid:\d+ is not known to the name service$/),
    `DATABASE_URL: the server at ${host} has no database none`,
    `DATABASE_URL: the server at ${host} refused the password of the role test_runtime`,
    `DATABASE_URL: the server at ${host} does not offer TLS, which sslmode asks for`,
    `DATABASE_URL: the database ${name} lacks tables of this version; npm run migrate makes them, or says why it cannot`,
  ]);
});

test("a server that accepts connections and never answers is reported, too", async () => {
  const proxy = await openTcpProxy(database.runtimeUrl);
  await proxy.setMode("hanging");
  const { host } = new URL(proxy.through(database.runtimeUrl));
  const problem = await problemOf((url) => {
    url.host = host;
  });
  await proxy.close();
  expect(problem).toBe(`DATABASE_URL: the server at ${host} does not answer`);
});

test("other failures are not reported as settings", () => {
  expect(databaseProblem(new Error("a bug"), database.url)).toBeNull();
});
