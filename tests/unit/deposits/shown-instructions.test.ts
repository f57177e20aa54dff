import { expect, test } from "vitest";
import { withShown } from "@/components/deposits/shown-instructions";

const SEEN = {
  ...{ address: "https://pay.example/•••", receiverAccount: "•••332", receiverName: "カ•••" },
  ...{ receiverBank: "みずほ銀行", receiverBankCode: "0001", receiverBankBranch: null },
  ...{ at: "2026-11-21T05:00:00.000Z", changed: false, masked: true, revealable: true },
};
const SHOWN = {
  ...{ of: "receiver" as const, at: SEEN.at, address: "https://pay.example/t" },
  ...{ receiverAccount: "5544332", receiverName: "カ）ウケトリ" },
};

test("what was shown stands where it was masked", () => {
  const { of: _, ...whole } = SHOWN;
  expect(withShown(SEEN, SHOWN)).toEqual({ ...SEEN, ...whole, masked: false });
  expect(withShown(SEEN, null)).toEqual(SEEN);
});

test("an account that was shown is not laid over that of a newer answer", () => {
  const newer = { ...SEEN, at: "2026-11-21T06:00:00.000Z", receiverBank: "三菱UFJ銀行", receiverAccount: "•••901" };
  expect(withShown(newer, SHOWN)).toEqual(newer);
});
