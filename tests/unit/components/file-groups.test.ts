import { expect, test } from "vitest";
import { fileGroups } from "@/components/players/bulk/file-groups";
import type { FileRow, PlayerRow } from "@/lib/kyc/schema";

const AT = "2026-09-30T00:00:00.000Z";
let line = 1;
const row = (more: Partial<PlayerRow> | null, leftOut: FileRow["leftOut"] = null): FileRow => ({
  ...{ line: line++, playerId: "p-1", userName: "ヤマダ", leftOut },
  registration: more && {
    ...{ registrationId: "r-1", playerId: "p-1", userName: "ヤマダ", masked: false, revealable: false },
    ...{ submission: "accepted", status: "PENDING", notFoundAt: null, superseded: false, evidence: null },
    ...{ since: AT, createdAt: AT, updatedAt: AT, ...more },
  },
});

test("of the rows of a file, those wait that are to be sent, and only what was sent or is on its way counts as wanted", () => {
  const rows = [
    row(null),
    row({ submission: "queued", status: null }),
    row({}),
    row({ status: "REGISTERED" }),
    row({ submission: "stopped", status: null, superseded: true }),
    row({ superseded: true }),
    row(null, "by_hand"),
  ];
  const { wanted, waits } = fileGroups(rows, Date.parse(AT));
  expect([wanted, waits]).toEqual([5, 2]);
});

test("a row that another registration took the place of needs no action any more, however it ended", () => {
  const failed = row({ status: "FAILED" });
  const late = row({});
  const replaced = [
    row({ status: "FAILED", superseded: true }),
    row({ superseded: true }),
    row({ submission: "stopped", status: null, superseded: true }),
    row({ submission: "rejected", status: null, superseded: true }),
    row({ submission: "not_created", status: null, superseded: true }),
  ];
  const { needs, leftOut } = fileGroups([failed, late, ...replaced, row(null, "refused")], Date.parse(AT) + 3_600_000);
  expect(needs).toEqual([failed, late]);
  expect(leftOut).toHaveLength(1);
});
