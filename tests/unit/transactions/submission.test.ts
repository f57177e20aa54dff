import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Failure } from "@/lib/payments-api/failure";
import {
  afterAttempt,
  afterFound,
  isReissuable,
  isWatched,
  mayBeAtService,
  mayExist,
  OUTCOMES,
  outcomeOf,
  SUBMISSIONS,
} from "@/lib/transactions/submission/submission";

// Rows: where the submission stands. Columns: how an attempt ended.
//                     accepted  rejected     not sent     unknown
const TABLE = `
  awaiting_approval | accepted, awaiting_approval, awaiting_approval, awaiting_approval
  declined          | accepted, declined, declined, declined
  sent_back         | accepted, sent_back, sent_back, sent_back
  withdrawn         | accepted, withdrawn, withdrawn, withdrawn
  expired           | accepted, expired, expired, expired
  queued            | accepted, queued, queued, queued
  submitting        | accepted, rejected, queued, unknown
  accepted          | accepted, accepted, accepted, accepted
  rejected          | accepted, rejected, rejected, rejected
  unknown           | accepted, rejected, unknown, unknown
  not_created       | accepted, not_created, not_created, not_created
  stopped           | accepted, stopped, stopped, stopped
`;

describe("afterAttempt", () => {
  const rows = TABLE.trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));

  for (const [index, held] of SUBMISSIONS.entries()) {
    const [name, cells] = rows[index]!;
    test.each(OUTCOMES.map((outcome, column) => [outcome, cells!.split(/,\s+/)[column]!] as const))(
      `${held}, and the attempt was %s: %s`,
      (outcome, expected) => {
        expect(name).toBe(held);
        expect(afterAttempt(held, outcome)).toBe(expected);
      },
    );
  }

  test("an unknown request is never queued again automatically", () => {
    for (const held of ["unknown", "not_created", "rejected"] as const) {
      for (const outcome of OUTCOMES) expect(afterAttempt(held, outcome)).not.toBe("queued");
    }
  });
});

describe("outcomeOf", () => {
  const failures: [Failure | null, string][] = [
    [null, "accepted"],
    [{ kind: "refused", status: 400, message: "Validation failed.", fields: [] }, "rejected"],
    [{ kind: "refused", status: 400, message: "Validation failed.", fields: ["amount: too small"] }, "rejected"],
    // A copy of our request may have been first: what was used before was used by us.
    [
      { kind: "refused", status: 400, message: "Validation failed.", fields: ["referenceId: was used before"] },
      "unknown",
    ],
    [{ kind: "refused", status: 400, message: "Validation failed.", fields: ["nonce: was used before"] }, "unknown"],
    [{ kind: "not_sent", reason: "connection_refused" }, "not_sent"],
    [{ kind: "unknown", reason: "no_answer" }, "unknown"],
    [{ kind: "unknown", reason: "server_error", status: 502, code: "KYC_NOT_REGISTERED" }, "unknown"],
  ];
  test.each(failures)("%j is %s", (failure, outcome) => expect(outcomeOf(failure)).toBe(outcome));
});

test("the diagram of docs/payout-protocol.md has every state, and every transition", () => {
  const [, diagram = ""] = /^stateDiagram-v2\n(.*?)^```/ms.exec(readFileSync("docs/payout-protocol.md", "utf8")) ?? [];
  const arrows = [...diagram.matchAll(/^ *(\S+) --> (\w+)/gm)].map(([, from = "", to = ""]) => `${from} > ${to}`);
  const ofAttempts = (["submitting", "unknown"] as const).flatMap((held) =>
    OUTCOMES.map((outcome) => afterAttempt(held, outcome)).flatMap((to) => (to === held ? [] : `${held} > ${to}`)),
  );
  const ofFound = SUBMISSIONS.filter(isReissuable).map((held) => `${held} > ${afterFound(held)}`);
  // In this order: approvals.ts and hold.ts, approvals.ts and the recovery job, stop.ts, apply-status-report.ts and
  // lost-orders.ts, database-change.ts, submit.ts, verify.ts of the non-creation.
  const ofCommands = [
    ...["[*] > awaiting_approval", "[*] > queued", "awaiting_approval > queued", "queued > awaiting_approval"],
    ...["sent_back", "declined", "withdrawn", "expired", "stopped"].map((to) => `awaiting_approval > ${to}`),
    ...["stopped", "unknown", "submitting"].map((to) => `queued > ${to}`),
    "unknown > not_created",
  ];
  expect(arrows.toSorted()).toEqual([...new Set([...ofAttempts, ...ofFound, ...ofCommands])].toSorted());
  expect(SUBMISSIONS.filter((one) => !arrows.some((arrow) => arrow.endsWith(` ${one}`)))).toEqual([]);
});

test("an order that the service knows was accepted; one that others created has no submission of ours", () => {
  expect(SUBMISSIONS.map(afterFound)).toEqual(SUBMISSIONS.map(() => "accepted"));
  expect(afterFound(null)).toBe(null);
});

test("any order that may have left can be checked; polling continues until nothing can change", () => {
  expect([...SUBMISSIONS, null].filter((held) => !mayExist(held))).toEqual([
    "awaiting_approval",
    "declined",
    "sent_back",
    "withdrawn",
    "expired",
    "queued",
    "stopped",
  ]);
  const possiblySentUntil = new Date();
  expect([...SUBMISSIONS, null].every((submission) => mayBeAtService({ submission, possiblySentUntil }))).toBe(true);
  expect([...SUBMISSIONS, null].filter(isWatched)).toEqual(["accepted", "unknown", "not_created", null]);
});

test("only what was refused, or is proven not created, may be sent again", () => {
  expect(SUBMISSIONS.filter(isReissuable)).toEqual(["rejected", "not_created"]);
});
