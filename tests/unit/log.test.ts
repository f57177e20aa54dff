import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { describeError, tellFailuresOurWay } from "@/lib/log";

const { error: consoleError } = console;
afterEach(() => {
  console.error = consoleError;
});

test("whatever was sent stays within its own line of the log", () => {
  const forged = describeError(new Error('refused\n{"level":30,"msg":"all is well"}\r\n\u2028'));
  expect(JSON.stringify(forged).split(/[\n\r]/)).toHaveLength(1);
});

test("an error is logged by its cause, without the values of the query that met it", () => {
  const cause = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
  const error = new Error("Failed query: select … params: 0123456,ヤマダ　タロウ", { cause });
  expect(describeError(error)).toMatchObject({ code: "ECONNREFUSED", message: "connection refused" });
  expect(JSON.stringify(describeError(error))).not.toMatch(/0123456|ヤマダ/);
});

test("what the framework says of a failure is told without the values of the query, in whatever form it says it", () => {
  const written: string[] = [];
  tellFailuresOurWay(
    pino({ base: null, serializers: { error: describeError } }, { write: (line) => written.push(line) }),
  );
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
