import { describe, expect, test } from "vitest";
import { type Call, isNotFound } from "@/lib/payments-api/failure";
import { type Reply, readReply } from "@/lib/payments-api/reply";
import { created } from "@/lib/payments-api/shapes";

const said = JSON.stringify({ message: "Validation failed.", code: "SOME_CODE", fields: ["amount: too small"] });
const answer = (status: number, body: string, broken: Extract<Reply, { kind: "answer" }>["broken"] = null): Reply => ({
  kind: "answer",
  status,
  headers: {},
  body,
  broken,
});
const kindOf = (call: Call, reply: Reply) => {
  const read = readReply(call, reply, created);
  if (read.ok) return "success";
  return read.error.kind === "refused" ? "refused" : `${read.error.kind}: ${read.error.reason}`;
};

// One row a status. A create call is refused only where the specification says so in words; everything else may have
// made an order. `text`: the same status with a body that is not the promised JSON.
const TABLE = `
  status | create json          | create text          | query json           | query text
  100    | undocumented_status  | undocumented_status  | undocumented_status  | undocumented_status
  201    | undocumented_status  | undocumented_status  | undocumented_status  | undocumented_status
  204    | undocumented_status  | undocumented_status  | undocumented_status  | undocumented_status
  301    | undocumented_status  | undocumented_status  | undocumented_status  | undocumented_status
  307    | undocumented_status  | undocumented_status  | undocumented_status  | undocumented_status
  400    | refused              | unreadable_answer    | refused              | unreadable_answer
  401    | refused              | unreadable_answer    | refused              | unreadable_answer
  402    | undocumented_status  | undocumented_status  | undocumented_status  | undocumented_status
  403    | refused              | unreadable_answer    | refused              | unreadable_answer
  404    | undocumented_status  | undocumented_status  | refused              | unreadable_answer
  405    | undocumented_status  | undocumented_status  | undocumented_status  | undocumented_status
  408    | undocumented_status  | undocumented_status  | undocumented_status  | undocumented_status
  409    | undocumented_status  | undocumented_status  | undocumented_status  | undocumented_status
  413    | undocumented_status  | undocumented_status  | undocumented_status  | undocumented_status
  422    | undocumented_status  | undocumented_status  | undocumented_status  | undocumented_status
  429    | undocumented_status  | undocumented_status  | undocumented_status  | undocumented_status
  500    | server_error         | server_error         | server_error         | server_error
  502    | server_error         | server_error         | server_error         | server_error
  503    | server_error         | server_error         | server_error         | server_error
  504    | server_error         | server_error         | server_error         | server_error
  599    | server_error         | server_error         | server_error         | server_error
`;

describe("a status", () => {
  const rows = TABLE.trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("|").map((cell) => cell.trim()));
  test.each(rows)("%s: create %s or %s, query %s or %s", (status, createJson, createText, queryJson, queryText) => {
    const named = (cell: string) => (cell === "refused" ? cell : `unknown: ${cell}`);
    expect(kindOf("create", answer(Number(status), said))).toBe(named(createJson!));
    expect(kindOf("create", answer(Number(status), "<html>"))).toBe(named(createText!));
    expect(kindOf("query", answer(Number(status), said))).toBe(named(queryJson!));
    expect(kindOf("query", answer(Number(status), "<html>"))).toBe(named(queryText!));
  });
});

describe("a 200 that we cannot read is unknown, never refused and never a success", () => {
  test.each([
    "",
    "null",
    "[]",
    "{}",
    "<html>",
    '"SUCCESS"',
    '{"transactionId":"7b0f',
    '{"hello":"world"}',
    '{"transactionId":7}',
  ])("%s", (body) =>
    expect(readReply("create", answer(200, body), created)).toEqual({
      ok: false,
      error: { kind: "unknown", reason: "unreadable_answer", status: 200 },
    }),
  );
});

describe("an answer that did not come to its end", () => {
  test.each(["no_answer", "connection_lost", "unreadable_answer"] as const)(
    "%s: is unknown even where its start was a refusal",
    (broken) => {
      expect(kindOf("create", answer(400, said, broken))).toBe(`unknown: ${broken}`);
      expect(kindOf("create", answer(200, '{"transactionId":"a","status":"SUCCESS"}', broken))).toBe(
        `unknown: ${broken}`,
      );
      expect(kindOf("query", answer(404, said, broken))).toBe(`unknown: ${broken}`);
      expect(kindOf("create", answer(500, said, broken))).toBe("unknown: server_error");
      expect(kindOf("create", answer(502, said, broken))).toBe("unknown: server_error");
    },
  );
});

test("a refusal keeps the service's own words", () => {
  expect(readReply("create", answer(400, said), created)).toEqual({
    ok: false,
    error: {
      kind: "refused",
      status: 400,
      message: "Validation failed.",
      code: "SOME_CODE",
      fields: ["amount: too small"],
    },
  });
});

test("a 502 with a listed code is unknown and keeps the code", () => {
  const body = JSON.stringify({ message: "Player is not registered", code: "KYC_NOT_REGISTERED" });
  expect(readReply("create", answer(502, body), created)).toEqual({
    ok: false,
    error: {
      kind: "unknown",
      reason: "server_error",
      status: 502,
      code: "KYC_NOT_REGISTERED",
      message: "Player is not registered",
    },
  });
});

describe("a strange error body", () => {
  test.each<[string, string, unknown]>([
    ["fields that are no list", '{"message":"m","fields":"amount"}', { message: "m", fields: [] }],
    ["fields that are no texts", '{"message":"m","fields":[{}]}', { message: "m", fields: [] }],
    ["a code that is null", '{"message":"m","code":null}', { message: "m", fields: [] }],
    ["a message of digits", '{"message":5}', { message: "5", fields: [] }],
  ])("with %s is still the refusal that it is", (_name, body, expected) => {
    expect(readReply("create", answer(400, body), created)).toEqual({
      ok: false,
      error: { kind: "refused", status: 400, ...(expected as object) },
    });
  });

  test.each(['{"message":null}', "{}", "[]", "null", '{"error":"bad"}'])(
    "%s: without a message it is no_answer of the service's",
    (body) => {
      expect(kindOf("create", answer(400, body))).toBe("unknown: unreadable_answer");
    },
  );
});

test("not found is a refused query with 404, and nothing else", () => {
  const failureOf = (call: Call, reply: Reply) => {
    const read = readReply(call, reply, created);
    return read.ok ? null : read.error;
  };
  expect(isNotFound(failureOf("query", answer(404, said))!)).toBe(true);
  expect(isNotFound(failureOf("query", answer(404, "<html>not found</html>"))!)).toBe(false);
  expect(isNotFound(failureOf("query", answer(400, said))!)).toBe(false);
  expect(isNotFound(failureOf("create", answer(404, said))!)).toBe(false);
});

test("what never left is neither refused nor unknown", () => {
  expect(kindOf("create", { kind: "not_sent", reason: "connection_refused" })).toBe("not_sent: connection_refused");
  expect(kindOf("create", { kind: "silence", reason: "no_answer" })).toBe("unknown: no_answer");
});
