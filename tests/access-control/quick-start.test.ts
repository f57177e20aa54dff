import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { QUICK_START } from "@/lib/api/quick-start";
import { secretOf, signedHeaders } from "@/lib/webhooks/signature";
import { ROOT } from "@/scripts/lib/root.mjs";
import { testContext } from "../support/test-context";
import { apiKey } from "./api-key";
import { type Database, openDatabase } from "./callers";

/** What the page "Developers" shows is run as it stands there, against the console. */
const run = promisify(execFile);
let database: Database;
let folder: string;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  database = await openDatabase();
  folder = await mkdtemp(join(tmpdir(), "choba-quick-start-"));
  const CHOBA_KEY = await apiKey(database, { by: (await database.member("admin")).userId });
  environment = { ...process.env, PATH: process.env.PATH ?? "", CHOBA_URL: testContext().url, CHOBA_KEY };
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.close();
});

const isHere = (command: string) =>
  run(command, ["--version"]).then(
    () => true,
    () => false,
  );

describe.each([
  ["curl", "curl", "bash", "quick-start.sh"],
  ["node", process.execPath, process.execPath, "quick-start.mjs"],
  ["python", "python3", "python3", "quick-start.py"],
] as const)("the quick start in %s", (name, needs, command, file) => {
  test("runs as written", async (context) => {
    if (!(await isHere(needs))) return context.skip(`${needs} is not on this machine`);
    await writeFile(join(folder, file), QUICK_START[name]);
    const { stdout } = await run(command, [join(folder, file)], { env: environment });
    expect(stdout).toMatch(/WD-\S+/);
    expect(stdout).toMatch(/queued|awaiting_approval/);
  });
});

test("the example of webhooks takes what is signed, and refuses what is not", async () => {
  const free = createServer().listen(0);
  await once(free, "listening");
  const address = free.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await new Promise((resolve) => free.close(resolve));
  const secret = secretOf(randomBytes(24).toString("hex"));
  const env = { ...process.env, PORT: String(port), CHOBA_WEBHOOK_SECRET: secret };
  const receiver = spawn(process.execPath, ["--input-type=module", "-e", QUICK_START.webhook], { cwd: ROOT, env });
  try {
    const body = JSON.stringify({ type: "order.updated", data: { referenceId: "WD-1" } });
    const headers = signedHeaders({ id: "evt_1", at: new Date(), body }, [secret]);
    const send = (signature: string) =>
      fetch(`http://127.0.0.1:${port}`, {
        method: "POST",
        body,
        headers: { ...headers, "webhook-signature": signature },
      }).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(() => send(headers["webhook-signature"] ?? "")).toBe(204);
    expect(await send(`v1,${"A".repeat(43)}=`)).toBe(400);
    const sample = ["--input-type=module", "-e", QUICK_START.webhookSample];
    expect((await run(process.execPath, sample, { cwd: ROOT, env })).stdout).toBe("204\n");
  } finally {
    receiver.kill();
  }
});

test("the example of an assistant connects by the official client, as written", async () => {
  const program = ["--input-type=module", "-e", QUICK_START.mcp];
  const { stdout } = await run(process.execPath, program, { cwd: ROOT, env: environment });
  for (const word of ["explain_order", "list_callbacks", "payoutsAwaitingApproval"]) expect(stdout).toContain(word);
});
