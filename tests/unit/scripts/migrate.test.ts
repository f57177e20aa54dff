import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { typescript } from "@/scripts/lib/runtime.mjs";

/** `npm run migrate` with these settings and nothing else. */
function migrate(settings: Record<string, string>) {
  const { PATH = "" } = process.env;
  const env = { PATH, NODE_ENV: "test" as const, ...settings };
  const { status, stdout, stderr } = spawnSync("node", typescript("scripts/migrate.ts"), { env, encoding: "utf8" });
  return { status, said: stdout + stderr };
}

const WELL = "postgres://choba_runtime:runtime@127.0.0.1:1/choba";
const SLASH = "postgres://choba:hush/word@127.0.0.1:1/choba";

test("an address that is none is named by its setting, and its password is not printed", { timeout: 30_000 }, () => {
  const sentence = "must be a postgres:// address; write / in a password as %2F\n";
  expect(migrate({ DATABASE_URL: SLASH })).toEqual({ status: 1, said: `DATABASE_URL: ${sentence}` });
  expect(migrate({ DATABASE_URL: WELL, MIGRATION_DATABASE_URL: SLASH })).toEqual({
    status: 1,
    said: `MIGRATION_DATABASE_URL: ${sentence}`,
  });
});
