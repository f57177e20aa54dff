import { expect, test } from "vitest";
import { describeError } from "@/lib/log";

test("an error is logged by its cause, without the values of the query that met it", () => {
  const cause = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
  const error = new Error("Failed query: select … params: 0123456,ヤマダ　タロウ", { cause });
  expect(describeError(error)).toMatchObject({ code: "ECONNREFUSED", message: "connection refused" });
  expect(JSON.stringify(describeError(error))).not.toMatch(/0123456|ヤマダ/);
});
