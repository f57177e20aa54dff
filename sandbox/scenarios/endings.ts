import type { Scenario } from "./scenario";

const LATE_MS = 10_000;

export const ENDINGS: Record<string, Scenario> = {
  completes: { account: "9100001", says: "completes at once", ending: { status: "COMPLETED", afterMs: 0 } },
  "completes-late": {
    account: "9100002",
    says: "completes after 10 seconds",
    ending: { status: "COMPLETED", afterMs: LATE_MS },
  },
  stays: { account: "9100003", says: "never settles by itself", ending: null },
  pends: { account: "9100004", says: "becomes PENDING and stays so", ending: { status: "PENDING", afterMs: 0 } },
  fails: { account: "9100005", says: "fails at once", ending: { status: "FAILED", afterMs: 0 } },
  "fails-late": {
    account: "9100006",
    says: "fails after 10 seconds",
    ending: { status: "FAILED", afterMs: LATE_MS },
  },
  cancelled: { account: "9100007", says: "is cancelled by operations", ending: { status: "CANCELLED", afterMs: 0 } },
  resolved: { account: "9100008", says: "is resolved by operations", ending: { status: "RESOLVED", afterMs: 0 } },
};
