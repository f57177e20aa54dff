import { spawnSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { depositInput } from "@/lib/deposits/schema";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { usersIn, writeDemo } from "@/scripts/lib/demo.mjs";
import { DEMO_DEPOSITS } from "@/scripts/lib/demo-deposits.mjs";
import { DEMO_WITHDRAWALS } from "@/scripts/lib/demo-withdrawals.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { scratchFolder } from "../../support/scratch";

test("every order of the demo is one that the forms take, each from a form of its own", () => {
  for (const typed of DEMO_WITHDRAWALS) expect(withdrawalInput.safeParse(typed).error).toBeUndefined();
  for (const typed of DEMO_DEPOSITS) expect(depositInput.safeParse(typed).error).toBeUndefined();
  const forms = [...DEMO_WITHDRAWALS, ...DEMO_DEPOSITS].map(({ formId }) => formId);
  expect(new Set(forms).size).toBe(forms.length);
});

async function demoFile(): Promise<string> {
  const folder = await scratchFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "demo.json");
}

const demo = {
  url: "http://127.0.0.1:3000",
  sandbox: { baseUrl: "http://127.0.0.1:4010", apiKey: "k", secretKey: "s" },
};

test("the file of the demo has its agreed keys, and is read by its owner alone", async () => {
  const file = await demoFile();
  const users = usersIn(file);
  writeDemo(file, { ...demo, users });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ ...demo, people: users });
  expect(users.map((user) => Object.keys(user))).toEqual(users.map(() => ["role", "email", "password"]));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(usersIn(file)).toEqual(users);
});

test("passwords in a file of an earlier version still hold", async () => {
  const file = await demoFile();
  const users = usersIn(file);
  writeFileSync(file, JSON.stringify({ ...demo, users }));
  expect(usersIn(file)).toEqual(users);
});

test("a write that fails, as on a full disk, leaves the passwords of before", async () => {
  const file = await demoFile();
  const users = usersIn(file);
  writeDemo(file, { ...demo, users });
  const script = `import { writeDemo } from ${JSON.stringify(join(ROOT, "scripts/lib/demo.mjs"))};
    process.on("SIGXFSZ", () => {});
    writeDemo(process.argv[1], { users: [] });`;
  // No file that it writes may have any content.
  const limited = 'ulimit -f 0; exec "$0" "$@"';
  const args = ["-c", limited, process.execPath, "--input-type=module", "-e", script, file];
  expect(spawnSync("/bin/sh", args, { encoding: "utf8" }).stderr).toContain("EFBIG");
  expect(usersIn(file)).toEqual(users);
});
