import { expect, test } from "vitest";
import { staysAfterReason, staysAfterReissue } from "@/components/orders/staying-refusal";

const INVALID = { kind: "invalid", fields: { reason: "required" } };
const RESOLUTION = { at: "2026-11-21T01:00:00.000Z", by: "Mika Abe", finding: "not_moved", reason: "mail" } as const;

test.each(["not_queued", "nothing_to_attest", "said_before", "nothing_to_resolve"])(
  "that a reason was not taken as %s stays once the form is over",
  (kind) => {
    expect(staysAfterReason({ kind })).toBe(true);
  },
);

test.each([INVALID, { kind: "not_reachable" }, { kind: "signed_out" }, { kind: "resolved_elsewhere" }, null])(
  "what was wrong with a press, %j, goes with its form",
  (refusal) => {
    expect(staysAfterReason(refusal)).toBe(false);
    expect(staysAfterReissue(refusal, { resolution: null })).toBe(false);
  },
);

test.each(["may_exist", "altered", "replaced", "turned_up"])(
  "that an order is not sent again as %s stays until its discrepancy is resolved",
  (kind) => {
    expect(staysAfterReissue({ kind }, { resolution: null })).toBe(true);
    expect(staysAfterReissue({ kind }, { resolution: RESOLUTION })).toBe(false);
  },
);
