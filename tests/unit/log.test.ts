import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { describeError, logFrameworkErrors } from "@/lib/log";

const { error: consoleError, warn: consoleWarn } = console;
afterEach(() => {
  console.error = consoleError;
  console.warn = consoleWarn;
});

/** Reports go to these lines from now on. */
function heard(faultOf: (error: unknown) => number | null = () => null): string[] {
  const written: string[] = [];
  const to = pino({ base: null, serializers: { error: describeError } }, { write: (line) => written.push(line) });
  logFrameworkErrors(to, faultOf);
  return written;
}

test("every input stays within its own line of the log", () => {
  const forged = describeError(new Error('refused\n{"level":30,"msg":"all is well"}\r\n\u2028'));
  expect(JSON.stringify(forged).split(/[\n\r]/)).toHaveLength(1);
});

test("an error is logged by its cause, without the values of the query that met it", () => {
  const cause = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
  const error = new Error("Failed query: select … params: 0123456,ヤマダ　タロウ", { cause });
  expect(describeError(error)).toMatchObject({ code: "ECONNREFUSED", message: "connection refused" });
  expect(JSON.stringify(describeError(error))).not.toMatch(/0123456|ヤマダ/);
});

test("a failure of the framework is logged without the values of the query, in any form", () => {
  const written = heard();
  const cause = new Error('relation "payees" does not exist');
  const error = new Error("Failed query: insert …\nparams: 0123456,ヤマダ　タロウ", { cause });
  console.error(error);
  console.error(" ⨯", error);
  console.error("Failed query: insert …\nparams: 0123456,ヤマダ　タロウ\n  at …");
  expect(written.map((line) => JSON.parse(line))).toMatchObject([
    { msg: "server: a request failed", error: { message: cause.message } },
    { msg: "server: a request failed", error: { message: cause.message } },
    { msg: "server: Failed query: insert …" },
  ]);
  expect(written.join("")).not.toMatch(/0123456|ヤマダ/);
});

test("what a request itself caused is a warning without a stack, and without what was sent", () => {
  const written = heard(() => 400);
  console.error(" ⨯", new SyntaxError('Unexpected token, "ヤマダ" is not valid JSON'));
  expect(JSON.parse(written.join(""))).toEqual({
    ...{ level: 40, time: expect.any(Number), status: 400, type: "SyntaxError", msg: "server: a bad request" },
  });
});

test("a warning of the framework is one line, without a stack", () => {
  const written = heard();
  console.warn(new Error("Failed to find Server Action.\nRead more"));
  expect(written.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, msg: "server: Failed to find Server Action." },
  ]);
  expect(written.join("")).not.toContain("log.test");
});
