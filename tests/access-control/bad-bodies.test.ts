import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { typedForm } from "../support/forms";
import { actionsOfBuild, request } from "../support/http";
import { testContext } from "../support/test-context";
import { type Database, type Member, openDatabase } from "./callers";

/** Bodies that cannot be decoded as the arguments of a server action. */
let database: Database;
let ops: Member;
beforeAll(async () => {
  database = await openDatabase();
  ops = await database.member("ops");
});
afterAll(() => database.close());

/** Would be a name and an account of a payee, and must not be in the log. */
const SECRET = "0123456 ヤマダ";
const TEXT = { "content-type": "text/plain;charset=UTF-8" };
const multipart = (body: string) => `--x\r\ncontent-disposition: form-data; name="0"\r\n\r\n${body}`;
const PARTS = { "content-type": "multipart/form-data; boundary=x" };

const BODIES: [what: string, headers: Record<string, string>, body: string, status?: number][] = [
  ["nothing", TEXT, ""],
  ["no JSON", TEXT, SECRET],
  ["half of it", TEXT, `["sandbox",{"amount":"${SECRET}`],
  ["a reference to an unknown function", TEXT, `["sandbox",{"amount":"$h1"},"${SECRET}"]`],
  ["lists within lists", TEXT, `${"[".repeat(50_000)}"${SECRET}"${"]".repeat(50_000)}`],
  ["two thousand arguments", TEXT, JSON.stringify(Array.from({ length: 2_000 }, () => SECRET))],
  ["more than a megabyte", TEXT, JSON.stringify(["sandbox", SECRET.repeat(100_000)])],
  ["a form that ends in the middle", PARTS, multipart(SECRET)],
  ["a form without a boundary", { "content-type": "multipart/form-data" }, multipart(SECRET)],
  ["a form that holds no JSON", PARTS, `${multipart(SECRET)}\r\n--x--\r\n`],
];

/** What the console has said since then, once it has said nothing more for a while. */
async function said(since: number): Promise<string> {
  for (let length = -1; ; ) {
    await pause(300);
    const text = readFileSync(process.env.CONSOLE_LOG_FILE ?? "", "utf8");
    if (text.length === length) return text.slice(since);
    ({ length } = text);
  }
}

const send = (headers: Record<string, string>, body: string) => {
  const found = actionsOfBuild().find(({ name }) => name === "requestWithdrawalAction");
  if (!found) throw new Error("no such action");
  const own = { "next-action": found.id, accept: "text/x-component", origin: testContext().url, cookie: ops.cookie };
  return request(found.page, { method: "POST", headers: { ...own, ...headers }, body });
};

describe("the body of an action that is", () => {
  test.each(BODIES)("%s is refused, and is one line of the log, without a stack", async (_what, headers, body) => {
    const before = await said(0);
    const answer = await send(headers, body);
    const text = await answer.text();
    expect([answer.status >= 400 && answer.status < 500, text.includes("node_modules")]).toEqual([true, false]);
    const lines = (await said(before.length)).trimEnd().split("\n");
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: 40, msg: "server: a bad request" });
    expect(lines[0]).not.toMatch(/stack|0123456|ヤマダ/);
  });

  test("of an unknown action is one line too", async () => {
    const before = await said(0);
    const answer = await send({ ...TEXT, "next-action": "7f".padEnd(42, "0") }, "[]");
    expect(answer.status).toBe(409);
    const lines = (await said(before.length)).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40 }]);
    expect(lines[0]).not.toMatch(/stack|\\n/);
  });

  test("whole is taken as before, on the same connection too", async () => {
    const before = await said(0);
    await (await send(TEXT, "{")).text();
    const answer = await send(TEXT, JSON.stringify(["sandbox", typedForm({ playerId: "" }), ""]));
    expect([answer.status, (await answer.text()).includes('"invalid"')]).toEqual([200, true]);
    expect((await said(before.length)).trimEnd().split("\n")).toHaveLength(1);
  });
});
