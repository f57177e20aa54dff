import { describe, expect, test } from "vitest";
import type { Failure } from "@/lib/payments-api/failure";
import type { Purpose } from "@/lib/transactions/non-creation/rules";
import { checksOf } from "@/lib/transactions/polling/backoff";

const NOT_FOUND: Failure = { kind: "refused", status: 404, message: "not_found", fields: [] };
const REFUSED: Failure = { kind: "refused", status: 403, message: "no such address", fields: [] };
const SILENT: Failure = { kind: "unknown", reason: "no_answer" };

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 5, 0, second));
const look = (second: number, failure: Failure | null, purpose: Purpose = "status_check") => ({
  ...{ purpose, failure, sentAt: at(second) },
  answeredAt: failure === SILENT ? null : at(second + 1),
});
const time = (second: number) => at(second).toISOString();

describe("when the service last answered", () => {
  test.each([
    ["never asked", [], null, null],
    ["answered", [look(0, null)], time(1), null],
    ["not found, which is an answer", [look(0, NOT_FOUND)], time(1), null],
    ["asked in vain", [look(0, SILENT)], null, time(0)],
    ["asked in vain after an answer", [look(0, null), look(10, SILENT), look(20, SILENT)], time(1), time(20)],
    ["turned away after an answer", [look(0, null), look(10, REFUSED)], time(1), time(10)],
    ["answered after a question in vain", [look(10, null), look(0, SILENT)], time(11), null],
    [
      "our own create request and a control do not count",
      [look(0, null, "create"), look(5, null, "control")],
      null,
      null,
    ],
  ])("%s", (_what, asked, lastAnsweredAt, lastTriedAt) => {
    expect(checksOf(asked)).toEqual({ lastAnsweredAt, lastTriedAt });
  });
});
