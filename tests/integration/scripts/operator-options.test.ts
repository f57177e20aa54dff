import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { bundled } from "../../support/bundle";

async function run(program: string, args: string[], env: Record<string, string> = {}) {
  const command = [await bundled(`scripts/${program}.ts`), ...args];
  const { status, stderr } = spawnSync(process.execPath, command, {
    ...{ env: { PATH: process.env.PATH, NODE_ENV: "test", ...env }, encoding: "utf8" },
    input: "four words chosen wildly indeed\n",
  });
  return { status, lines: stderr.trimEnd().split("\n") };
}

const TIMEOUT_MS = 60_000;

/** With 1 audit-verify and restore-check would say that something is wrong in the records. */
test.each([
  ["audit-verify", "[--head CHAIN:POSITION:HASH]… [--heads FILE]… [--freeze]"],
  ["restore-check", "[--ids FILE]…"],
  ["failover", "--standby URL [--former URL]"],
  ["user-create", "--email E --name N --role admin|"],
])(
  "%s ends with 2 and its options after one that it does not know",
  { timeout: TIMEOUT_MS },
  async (program, usage) => {
    expect(await run(program, ["--head-file", "x"])).toEqual({
      status: 2,
      lines: ["Unknown option '--head-file'", expect.stringContaining(`options: ${usage}`)],
    });
  },
);
