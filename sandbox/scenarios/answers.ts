import type { Fault } from "../faults/fault-injection";
import type { Scenario } from "./scenario";

/** Longer than any client waits. */
const PAST_PATIENCE_MS = 120_000;
const SLOW_MS = 3_000;

const on = (account: string, says: string, answer: Fault): Scenario => ({ account, says, answer });

/** `before`: no order is made. `after`: it is, whatever the answer says. */
const error = (when: "before" | "after", status: number, code?: string): Fault => ({
  kind: "status",
  when,
  status,
  ...(code && { code }),
});
const page = (when: "before" | "after"): Fault => ({ kind: "status", when, status: 503, html: true });

export const ANSWERS: Record<string, Scenario> = {
  insufficient: { account: "9200001", says: "400, insufficient available balance", insufficient: true },

  "500-before": on("9300001", "500, no order", error("before", 500)),
  "500-after": on("9300002", "500, the order exists", error("after", 500)),
  "502-not-registered-before": on(
    "9300003",
    "502 `KYC_NOT_REGISTERED`, no order",
    error("before", 502, "KYC_NOT_REGISTERED"),
  ),
  "502-not-registered-after": on(
    "9300004",
    "502 `KYC_NOT_REGISTERED`, the order exists",
    error("after", 502, "KYC_NOT_REGISTERED"),
  ),
  "502-not-enabled-before": on(
    "9300005",
    "502 `GATEWAY_NOT_ENABLED`, no order",
    error("before", 502, "GATEWAY_NOT_ENABLED"),
  ),
  "502-not-enabled-after": on(
    "9300006",
    "502 `GATEWAY_NOT_ENABLED`, the order exists",
    error("after", 502, "GATEWAY_NOT_ENABLED"),
  ),
  "502-not-supported-before": on(
    "9300007",
    "502 `KYC_NOT_SUPPORTED`, no order",
    error("before", 502, "KYC_NOT_SUPPORTED"),
  ),
  "502-not-supported-after": on(
    "9300008",
    "502 `KYC_NOT_SUPPORTED`, the order exists",
    error("after", 502, "KYC_NOT_SUPPORTED"),
  ),
  "504-before": on("9300009", "504, no order", error("before", 504)),
  "504-after": on("9300010", "504, the order exists", error("after", 504)),
  "html-before": on("9300011", "503 with an HTML page, no order", page("before")),
  "html-after": on("9300012", "503 with an HTML page, the order exists", page("after")),
  "cut-before": on("9300013", "the connection is cut, no order", { kind: "drop", when: "before" }),
  "cut-after": on("9300014", "the connection is cut, the order exists", { kind: "drop", when: "after" }),
  unreadable: on("9300015", "200 with half a body, the order exists", {
    kind: "unreadable",
    body: '{"transactionId":',
  }),
  slow: on("9300016", "the right answer after 3 seconds", { kind: "delay", when: "before", delayMs: SLOW_MS }),
  "late-before": on("9300017", "504 after 2 minutes, no order", {
    kind: "status",
    when: "before",
    status: 504,
    delayMs: PAST_PATIENCE_MS,
  }),
  "late-after": on("9300018", "the right answer after 2 minutes, the order exists at once", {
    kind: "delay",
    when: "after",
    delayMs: PAST_PATIENCE_MS,
  }),
};
