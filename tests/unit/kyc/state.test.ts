import { describe, expect, test } from "vitest";
import {
  applyKycReport,
  FINAL_LOOK_MS,
  GONE_WRONG,
  GOT_NOWHERE,
  type HeldRegistration,
  isDecided,
  isOfOthers,
  isPointless,
  isRegistered,
  KYC_DISPLAY_STATUSES,
  KYC_STATUSES,
  type KycReport,
  kycDisplayStatusOf,
  LIMIT_MS,
  needsAction,
  registrationOutcome,
  toneOfKycStatus,
} from "@/lib/kyc/state";
import type { Failure } from "@/lib/payments-api/failure";
import type { Outcome } from "@/lib/transactions/submission/submission";

const SENT = new Date("2026-11-21T05:00:00Z");
const later = (seconds: number) => new Date(SENT.getTime() + seconds * 1_000);

const held = (more: Partial<HeldRegistration> = {}): HeldRegistration => ({
  playerId: "p-20391",
  currency: "JPY",
  submission: "accepted",
  status: "PENDING",
  statusAt: SENT,
  endedAt: later(1),
  notFoundAt: null,
  before: null,
  mayBeOurs: false,
  ...more,
});

const said = (more: Partial<KycReport> = {}): KycReport => ({
  source: "query",
  status: "REGISTERED",
  playerId: "p-20391",
  currency: null,
  asOf: later(60),
  ...more,
});

// Rows: what we hold. Columns: what is reported. A decision outlasts every later "pending", but no word that we do not know.
//             PENDING REGISTERED FAILED EXPIRED IN_REVIEW
const BY_QUERY = `
  PENDING    | same    moved      moved  moved   moved
  REGISTERED | same    same       moved  moved   moved
  FAILED     | same    moved      same   moved   moved
  EXPIRED    | same    moved      moved  same    moved
  IN_REVIEW  | moved   moved      moved  moved   same
`;
const BY_SIGNED_CALLBACK = `
  PENDING    | same    moved      moved  moved   moved
  REGISTERED | same    same       hint   hint    hint
  FAILED     | same    hint       same   hint    hint
  EXPIRED    | same    hint       hint   same    hint
  IN_REVIEW  | hint    hint       hint   hint    same
`;
const BY_CREATE_ANSWER = `
  PENDING    | same    hint       hint   hint    moved
  REGISTERED | same    hint       hint   hint    same
  FAILED     | same    hint       hint   hint    same
  EXPIRED    | same    hint       hint   hint    same
  IN_REVIEW  | moved   hint       hint   hint    same
`;
/** IN_REVIEW stands for every word that the service may invent. */
const WORDS = [...KYC_STATUSES, "IN_REVIEW"];

describe.each([
  ["query", BY_QUERY],
  ["signed_callback", BY_SIGNED_CALLBACK],
  ["create_answer", BY_CREATE_ANSWER],
] as const)("by %s", (source, table) => {
  const rows = table
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));

  for (const [index, holds] of WORDS.entries()) {
    const [name, cells] = rows[index]!;
    test.each(WORDS.map((reported, column) => [reported, cells!.split(/\s+/)[column]!] as const))(
      `${holds} then %s is %s`,
      (status, expected) => {
        expect(name).toBe(holds);
        expect(applyKycReport(held({ status: holds }), said({ source, status }))).toBe(expected);
      },
    );
  }
});

test("a signed callback that repeats the status is a hint where the service has said since that it has no registration", () => {
  const gone = held({ status: "REGISTERED", notFoundAt: later(30) });
  expect(applyKycReport(gone, said({ source: "signed_callback" }))).toBe("hint");
  expect(applyKycReport(gone, said())).toBe("same");
});

test("an unsigned callback never changes the state", () => {
  for (const status of WORDS)
    expect(applyKycReport(held(), said({ source: "unsigned_callback", status }))).toBe("hint");
});

test("a signed callback to the address of the environment is about the only registration of the player it names", () => {
  const shared = (playerId: string | null, more: Partial<HeldRegistration> = {}) =>
    applyKycReport(
      held({ submission: null, ...more }),
      said({ source: "signed_callback", playerId, atSharedAddress: true }),
    );
  expect(shared("p-20391")).toBe("moved");
  expect(shared("10001_p-20391")).toBe("hint");
  expect(shared(null)).toBe("hint");
  for (const submission of ["queued", "accepted", "unknown"] as const)
    expect(shared("p-20391", { submission })).toBe("hint");
  expect(shared("p-20391", { before: { status: null, isSameName: false } })).toBe("hint");
});

describe("the player of a report", () => {
  test.each([
    ["p-20391", "the id itself"],
    ["10001_p-20391", "with the merchant's number before it"],
    [null, "not said at all"],
  ] as const)("%s is our player: %s", (playerId, _why) => {
    expect(applyKycReport(held(), said({ playerId }))).toBe("moved");
  });

  test("another player, or another currency, is a mismatch", () => {
    expect(applyKycReport(held(), said({ playerId: "p-2" }))).toBe("mismatch");
    expect(applyKycReport(held(), said({ playerId: "x_p-20391" }))).toBe("mismatch");
    expect(applyKycReport(held(), said({ currency: "THB" }))).toBe("mismatch");
    expect(applyKycReport(held(), said({ currency: "JPY" }))).toBe("moved");
    // An id that itself looks like one with a number before it is still the whole of it.
    const numbered = { playerId: "42_abc" };
    expect(applyKycReport(held(numbered), said(numbered))).toBe("moved");
  });
});

describe("an answer about the player is about this registration", () => {
  test("only where it was asked after our request had ended", () => {
    expect(applyKycReport(held(), said({ asOf: later(0) }))).toBe("hint");
    expect(applyKycReport(held(), said({ asOf: later(1) }))).toBe("moved");
  });

  test("only where nothing newer is known: an answer that was overtaken changes nothing", () => {
    const newer = held({ status: "EXPIRED", statusAt: later(30) });
    expect(applyKycReport(newer, said({ status: "REGISTERED", asOf: later(20) }))).toBe("hint");
    expect(applyKycReport(newer, said({ status: "REGISTERED", asOf: later(30) }))).toBe("moved");
    // Of one of which nothing is known, nothing can be newer.
    const unheard = { status: null, statusAt: later(30), endedAt: later(1) };
    expect(applyKycReport(held(unheard), said({ asOf: later(20) }))).toBe("moved");
    expect(applyKycReport(held({ statusAt: null }), said({ asOf: later(20) }))).toBe("moved");
  });

  test("not while ours has not left, or is on its way", () => {
    for (const submission of ["queued", "submitting"] as const)
      expect(applyKycReport(held({ submission, status: null, endedAt: null }), said())).toBe("hint");
  });

  test("where ours was accepted, or made by others, and its end is unknown: every answer counts", () => {
    for (const submission of ["accepted", null] as const)
      expect(
        applyKycReport(
          held({ submission, endedAt: null, before: { status: "REGISTERED", isSameName: false } }),
          said(),
        ),
      ).toBe("moved");
  });

  test("where ours may be lost, not before that was known", () => {
    const lost = held({ submission: "unknown", status: null, statusAt: null, endedAt: later(60) });
    expect(applyKycReport(lost, said({ asOf: later(59) }))).toBe("hint");
    expect(applyKycReport(lost, said({ asOf: later(60) }))).toBe("moved");
  });

  // Rows: how the earlier one stood. Columns: what is reported of one that was lost.
  //                  PENDING REGISTERED FAILED EXPIRED IN_REVIEW
  test.each([
    ["none          | moved   moved      moved  moved   moved", null],
    ["FAILED        | moved   moved      hint   moved   hint", { status: "FAILED", isSameName: false }],
    ["REGISTERED    | moved   hint       moved  hint    hint", { status: "REGISTERED", isSameName: false }],
    ["PENDING       | hint    hint       hint   hint    hint", { status: "PENDING", isSameName: false }],
    ["unfamiliar    | hint    hint       hint   hint    hint", { status: "IN_REVIEW", isSameName: false }],
    ["unheard       | hint    hint       hint   hint    hint", { status: null, isSameName: false }],
    ["same, PENDING | hint    moved      moved  moved   moved", { status: "PENDING", isSameName: true }],
    ["same, EXPIRED | moved   moved      moved  hint    moved", { status: "EXPIRED", isSameName: true }],
  ] as const)("where ours may not have arrived, only what the earlier one cannot have caused: %s", (row, before) => {
    const expected = row.split("|")[1]!.trim().split(/\s+/);
    const verdicts = (submission: HeldRegistration["submission"], mayBeOurs = false) =>
      WORDS.map((status) =>
        applyKycReport(held({ submission, status: null, statusAt: null, before, mayBeOurs }), said({ status })),
      );
    expect(verdicts("unknown")).toEqual(expected);
    // So has one that was refused after one of the same name that may have arrived, unless it was seen that none did.
    for (const submission of ["rejected", "queued"] as const) expect(verdicts(submission, true)).toEqual(expected);
    if (!before?.isSameName) expect(verdicts("not_created", true)).toEqual(WORDS.map(() => "hint"));
    // What was refused, not received, or is to be sent again has only the status of its own name's earlier one.
    for (const submission of ["rejected", "not_created", "queued", "submitting"] as const)
      expect(verdicts(submission)).toEqual(before?.isSameName ? expected : WORDS.map(() => "hint"));
  });

  // Rows: how the earlier one stood. Columns: is what is reported of one that was refused about a registration by others?
  //                  PENDING REGISTERED FAILED EXPIRED IN_REVIEW
  test.each([
    ["none          | others  others     others others  others", null],
    ["FAILED        | others  others     -      others  -", { status: "FAILED", isSameName: false }],
    ["REGISTERED    | others  -          others -       -", { status: "REGISTERED", isSameName: false }],
    ["PENDING       | -       -          -      -       -", { status: "PENDING", isSameName: false }],
    ["same, EXPIRED | -       -          -      -       -", { status: "EXPIRED", isSameName: true }],
  ] as const)(
    "about one that others made where neither ours nor the earlier one can have caused it: %s",
    (row, before) => {
      const expected = row.split("|")[1]!.trim().split(/\s+/);
      const areOthers = (more: Partial<HeldRegistration>, asked: Partial<KycReport> = {}) =>
        WORDS.map((status) => {
          const none = held({ status: null, statusAt: null, before, ...more });
          return isOfOthers(none, said({ status, ...asked })) ? "others" : "-";
        });
      for (const submission of ["rejected", "not_created"] as const)
        expect(areOthers({ submission })).toEqual(expected);
      const never = WORDS.map(() => "-");
      for (const submission of ["queued", "submitting", "unknown", "accepted", null] as const)
        expect(areOthers({ submission })).toEqual(never);
      // An earlier one of the same name may have arrived, unless it was seen that none did.
      expect(areOthers({ submission: "rejected", mayBeOurs: true })).toEqual(never);
      expect(areOthers({ submission: "not_created", mayBeOurs: true })).toEqual(expected);
      expect(areOthers({ submission: "rejected" }, { asOf: later(0) })).toEqual(never);
      expect(areOthers({ submission: "rejected" }, { playerId: "p-2" })).toEqual(never);
    },
  );

  test("of a player whom others registered, every answer counts", () => {
    expect(applyKycReport(held({ submission: null, status: null, statusAt: null, endedAt: null }), said())).toBe(
      "moved",
    );
  });
});

test("only REGISTERED is registered", () => expect(WORDS.filter(isRegistered)).toEqual(["REGISTERED"]));

describe("the status of a player", () => {
  const at = (ms: number) => new Date(SENT.getTime() + ms);
  const stands = (status: string | null, ms: number) =>
    kycDisplayStatusOf({ submission: "accepted", status, since: SENT }, at(ms));

  test("pending turns to overdue after thirty minutes, and not before", () => {
    expect(stands("PENDING", LIMIT_MS)).toBe("pending");
    expect(stands("PENDING", LIMIT_MS + 1)).toBe("overdue");
    expect(FINAL_LOOK_MS).toBe(31 * 60_000);
  });

  test("what was decided stays so however old it is", () => {
    expect(["REGISTERED", "FAILED", "EXPIRED"].map((status) => stands(status, 1e10))).toEqual([
      "registered",
      "failed",
      "expired",
    ]);
  });

  test("an unknown status is not registered, and needs action once the service should have decided", () => {
    expect(stands("IN_REVIEW", LIMIT_MS)).toBe("unfamiliar");
    expect(stands("IN_REVIEW", LIMIT_MS + 1)).toBe("unfamiliar_overdue");
  });

  test("a registered player whom the service has not any more is not called registered", () => {
    const gone = (status: string | null) =>
      kycDisplayStatusOf({ submission: "accepted", status, since: SENT, notFoundAt: SENT }, SENT);
    expect(gone("REGISTERED")).toBe("not_found");
    for (const status of [null, ...WORDS].filter((one) => !isRegistered(one)))
      expect(gone(status)).toBe(kycDisplayStatusOf({ submission: "accepted", status, since: SENT }, SENT));
  });

  test("before the first report, our own request decides", () => {
    const of = (submission: Parameters<typeof kycDisplayStatusOf>[0]["submission"]) =>
      kycDisplayStatusOf({ submission, status: null, since: SENT }, SENT);
    expect([of("queued"), of("submitting"), of("rejected"), of("unknown"), of("not_created"), of(null)]).toEqual([
      "underway",
      "underway",
      "refused",
      "unknown",
      "not_created",
      "unheard",
    ]);
  });

  test("once another registration took its place it is replaced, unless the service had none of it", () => {
    const history = (submission: HeldRegistration["submission"], status: string | null) =>
      kycDisplayStatusOf({ submission, status, since: SENT, superseded: true }, at(1e10));
    for (const status of [null, ...WORDS])
      for (const submission of [null, "submitting", "accepted", "unknown"] as const)
        expect(history(submission, status)).toBe("replaced");
    expect([history("rejected", null), history("not_created", null)]).toEqual(["refused", "not_created"]);
    expect(kycDisplayStatusOf({ submission: "stopped", status: null, since: SENT }, SENT)).toBe("replaced");
    expect(needsAction("replaced")).toBe(false);
  });

  // Does it wait for a person, is registering the same once more pointless, and how loud is it? Green is for money.
  const MEANINGS = `
    registered  | no     pointless  neutral
    pending     | no     pointless  neutral
    overdue     | waits  useful     watch
    failed      | waits  useful     failed
    expired     | waits  useful     watch
    unfamiliar  | no     useful     neutral
    unfamiliar_overdue | waits useful watch
    not_found   | waits  useful     watch
    refused     | waits  useful     failed
    unknown     | waits  useful     watch
    not_created | waits  useful     watch
    underway    | no     pointless  neutral
    unheard     | no     pointless  neutral
    replaced    | no     useful     neutral
  `;
  test("means the same to every function that asks what to do about it", () => {
    const rows = KYC_DISPLAY_STATUSES.map((status) => {
      const waits = needsAction(status) ? "waits" : "no";
      return [status, waits, isPointless(status) ? "pointless" : "useful", toneOfKycStatus(status)];
    });
    const expected = MEANINGS.trim()
      .split("\n")
      .map((line) => line.split("|").map((cell) => cell.trim()));
    expect(rows).toEqual(expected.map(([status, cells]) => [status, ...cells!.split(/\s+/)]));
  });
});

test("the player has to be registered again after FAILED and EXPIRED, and a request of ours got nowhere in three ways", () => {
  expect(GONE_WRONG).toEqual(["FAILED", "EXPIRED"]);
  expect(GOT_NOWHERE).toEqual(["rejected", "unknown", "not_created"]);
  expect([null, ...WORDS].filter(isDecided)).toEqual(["REGISTERED", "FAILED", "EXPIRED"]);
});

describe("what became of a request to register", () => {
  test.each<[Failure | null, Outcome]>([
    [null, "accepted"],
    [{ kind: "refused", status: 400, message: "Validation failed.", fields: [] }, "rejected"],
    [{ kind: "not_sent", reason: "connection_refused" }, "not_sent"],
    [{ kind: "unknown", reason: "no_answer" }, "unknown"],
    [{ kind: "unknown", reason: "server_error", status: 502, code: "GATEWAY_NOT_ENABLED" }, "rejected"],
    [{ kind: "unknown", reason: "server_error", status: 502, code: "KYC_NOT_SUPPORTED" }, "rejected"],
    [{ kind: "unknown", reason: "server_error", status: 502, code: "SOMETHING_ELSE" }, "unknown"],
    [{ kind: "unknown", reason: "server_error", status: 503 }, "unknown"],
  ])("%j is %s", (failure, outcome) => {
    expect(registrationOutcome(failure)).toBe(outcome);
  });
});
