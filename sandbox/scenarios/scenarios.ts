import type { CallbackVariant } from "../callbacks/callback-variants";
import type { Fault } from "../faults/fault-injection";
import type { Status } from "../orders/status";

/** What happens to an order that asks for it. */
type Effect = {
  /** Its final status, and how long after its creation; null is never. */
  outcome?: { status: Status; afterMs: number } | null;
  /** The create is refused as if the balance did not cover it. */
  insufficient?: true;
  /** How the answer to the create goes wrong. */
  answer?: Fault;
  /** How its callback differs from the right one. */
  callback?: CallbackVariant;
};
export type Scenario = Effect & {
  /** The account number that selects it, as `destinationAccount` or `payerAccount`. */
  account: string;
  /** The line of the table in the README. */
  description: string;
};

const LATE_MS = 10_000;
const SLOW_MS = 3_000;
/** Longer than the console waits (`lib/payments-api/client.ts`), and short enough to watch. */
const VERY_SLOW_MS = 40_000;
/** Longer than any client waits. */
const PAST_TIMEOUT_MS = 120_000;

const becomes = (status: Status, afterMs = 0): Effect => ({ outcome: { status, afterMs } });
const answered = (answer: Fault): Effect => ({ answer });

// `before`: no order is created. `after`: it is, although the answer is an error.
type When = "before" | "after";
const error = (when: When, status: number) => answered({ kind: "status", when, status });
const badGateway = (when: When, code: string) => answered({ kind: "status", when, status: 502, code });
const notRegistered = (when: When) => badGateway(when, "KYC_NOT_REGISTERED");
const notEnabled = (when: When) => badGateway(when, "GATEWAY_NOT_ENABLED");
const notSupported = (when: When) => badGateway(when, "KYC_NOT_SUPPORTED");
const htmlPage = (when: When) => answered({ kind: "status", when, status: 503, html: true });
const delay = (when: When, delayMs: number) => answered({ kind: "delay", when, delayMs });

const lateError = answered({ kind: "status", when: "before", status: 504, delayMs: PAST_TIMEOUT_MS });
const lateAnswer = delay("after", PAST_TIMEOUT_MS);
const halfABody = answered({ kind: "unreadable", body: '{"transactionId":' });

/** These orders complete immediately; their callback is special. */
const callback = (variant: CallbackVariant): Effect => ({ ...becomes("COMPLETED"), callback: variant });

const beforeAnswer: Effect = { ...becomes("COMPLETED"), ...delay("after", SLOW_MS) };

const TABLE: [name: string, account: string, description: string, effect: Effect][] = [
  ["completes", "9100001", "completes immediately", becomes("COMPLETED")],
  ["completes-late", "9100002", "completes after 10 seconds", becomes("COMPLETED", LATE_MS)],
  ["stays", "9100003", "never moves automatically", { outcome: null }],
  ["pends", "9100004", "becomes PENDING and stays so", becomes("PENDING")],
  ["fails", "9100005", "fails immediately", becomes("FAILED")],
  ["fails-late", "9100006", "fails after 10 seconds", becomes("FAILED", LATE_MS)],
  ["cancelled", "9100007", "is cancelled by operations", becomes("CANCELLED")],
  ["resolved", "9100008", "is resolved by operations", becomes("RESOLVED")],

  ["insufficient", "9200001", "400, insufficient available balance", { insufficient: true }],

  ["500-before", "9300001", "500, no order", error("before", 500)],
  ["500-after", "9300002", "500, the order exists", error("after", 500)],
  ["502-not-registered-before", "9300003", "502 `KYC_NOT_REGISTERED`, no order", notRegistered("before")],
  ["502-not-registered-after", "9300004", "502 `KYC_NOT_REGISTERED`, the order exists", notRegistered("after")],
  ["502-not-enabled-before", "9300005", "502 `GATEWAY_NOT_ENABLED`, no order", notEnabled("before")],
  ["502-not-enabled-after", "9300006", "502 `GATEWAY_NOT_ENABLED`, the order exists", notEnabled("after")],
  ["502-not-supported-before", "9300007", "502 `KYC_NOT_SUPPORTED`, no order", notSupported("before")],
  ["502-not-supported-after", "9300008", "502 `KYC_NOT_SUPPORTED`, the order exists", notSupported("after")],
  ["504-before", "9300009", "504, no order", error("before", 504)],
  ["504-after", "9300010", "504, the order exists", error("after", 504)],
  ["html-before", "9300011", "503 with an HTML page, no order", htmlPage("before")],
  ["html-after", "9300012", "503 with an HTML page, the order exists", htmlPage("after")],
  ["cut-before", "9300013", "the connection is cut, no order", answered({ kind: "drop", when: "before" })],
  ["cut-after", "9300014", "the connection is cut, the order exists", answered({ kind: "drop", when: "after" })],
  ["unreadable", "9300015", "200 with half a body, the order exists", halfABody],
  ["slow", "9300016", "the right answer after 3 seconds", delay("before", SLOW_MS)],
  [
    "very-slow",
    "9300019",
    "the right answer after 40 seconds, the order exists immediately",
    delay("after", VERY_SLOW_MS),
  ],
  ["late-before", "9300017", "504 after 2 minutes, no order", lateError],
  ["late-after", "9300018", "the right answer after 2 minutes, the order exists immediately", lateAnswer],

  ["callback-lost", "9400001", "never sent", callback("lost")],
  ["callback-doubled", "9400002", "sent twice", callback("doubled")],
  ["callback-ten-times", "9400003", "sent ten times together", callback("ten times")],
  ["callback-out-of-order", "9400004", "followed by one of the earlier status PENDING", callback("out of order")],
  ["callback-first", "9400005", "sent before the create is answered, which takes 3 seconds", beforeAnswer],
  ["callback-wrong-amount", "9400006", "with amounts that are too high by one", callback("wrong amount")],
  ["callback-wrong-signature", "9400007", "signed with another key", callback("wrong signature")],
  [
    "callback-unknown-status",
    "9400008",
    "with the status SETTLED, which the specification does not have",
    callback("unknown status"),
  ],
  ["callback-extra-fields", "9400009", "with unannounced fields", callback("extra fields")],
];

export const SCENARIOS: Readonly<Record<string, Scenario>> = Object.fromEntries(
  TABLE.map(([name, account, description, effect]) => [name, { account, description, ...effect }]),
);
const BY_ACCOUNT = new Map(Object.values(SCENARIOS).map((scenario) => [scenario.account, scenario]));

/** The scenario that a reference asks for by ending in `--name`, or else an account number. */
export function scenarioOf(referenceId: string | undefined, account: string | undefined): Scenario | undefined {
  const name = afterLastDashes(referenceId ?? "");
  if (name !== undefined && Object.hasOwn(SCENARIOS, name)) return SCENARIOS[name];
  return account === undefined ? undefined : BY_ACCOUNT.get(account);
}

/** A merchant's reference may have other dashes before those of the scenario. */
function afterLastDashes(referenceId: string): string | undefined {
  const at = referenceId.lastIndexOf("--");
  return at === -1 ? undefined : referenceId.slice(at + 2);
}
