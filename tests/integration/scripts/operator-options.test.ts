import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROLES } from "@/lib/auth/permissions";
import { bundled } from "../../support/bundle";
import { createDatabase, type TestDatabase } from "../../support/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

async function run(program: string, args: string[], env: Record<string, string> = {}) {
  const command = [await bundled(`scripts/${program}.ts`), ...args];
  const { status, stderr } = spawnSync(process.execPath, command, {
    ...{ env: { PATH: process.env.PATH, NODE_ENV: "test", ...env }, encoding: "utf8" },
    input: "four words chosen wildly indeed\n",
  });
  return { status, lines: stderr.trimEnd().split("\n") };
}

const USAGE = `--email E --name N --role ${ROLES.join("|")}`;
const TIMEOUT_MS = 60_000;

/** With 1 audit-verify and restore-check would say that something is wrong in the records. */
test.each([
  ["audit-verify", "[--head CHAIN:POSITION:HASH]… [--heads FILE]… [--freeze]"],
  ["restore-check", "[--ids FILE]…"],
  ["failover", "--standby URL [--former URL]"],
  ["user-create", USAGE],
])(
  "%s ends with 2 and its options after one that it does not know",
  { timeout: TIMEOUT_MS },
  async (program, usage) => {
    expect(await run(program, ["--head-file", "x"])).toEqual({
      status: 2,
      lines: ["Unknown option '--head-file'", `options: ${usage}`],
    });
  },
);

test("user-create says what is wrong, of its options and of the database", { timeout: TIMEOUT_MS }, async () => {
  const { status, lines } = await run("user-create", ["--email", "admin", "--role", "boss"]);
  expect({ status, lines }).toEqual({
    status: 2,
    lines: [
      "--email: must be an e-mail address",
      "--name: is missing",
      "--role: must be one of those below",
      `options: ${USAGE}`,
    ],
  });

  const admin = ["--email", "a@b.example", "--name", "A B", "--role", "admin"];
  expect(await run("user-create", admin)).toEqual({ status: 2, lines: ["DATABASE_URL: is missing"] });

  const url = new URL(database.runtimeUrl);
  const lacks = `the database ${url.pathname.slice(1)} lacks tables of this version; npm run migrate makes them, or says why it cannot`;
  const empty = await run("user-create", admin, { DATABASE_URL: url.href });
  expect(empty).toEqual({ status: 1, lines: [`a@b.example was not added: DATABASE_URL: ${lacks}`] });

  url.password = "wrong-password";
  const refused = `the server at ${url.host} refused the password of the role test_runtime`;
  expect(await run("user-create", admin, { DATABASE_URL: url.href })).toEqual({
    status: 1,
    lines: [`a@b.example was not added: DATABASE_URL: ${refused}`],
  });
});
