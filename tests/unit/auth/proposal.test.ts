import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PROPOSAL_KINDS, type ProposalKind } from "@/lib/auth/proposal";

const SAID: Record<ProposalKind, string> = {
  ...{ approval_rules: "approval rules", daily_limits: "daily limits", signature_lock: "signature requirements" },
  ...{
    resume_payouts: "resuming payouts",
    day: "closing or reopening a day",
    exception: "closing a reconciliation exception",
  },
  ...{ api_key_limits: "an API key may request without approval", user: "Changes of users" },
};

test("ARCHITECTURE.md names each change under dual control", () => {
  const [paragraph = ""] = /^\*\*Dual control\.\*\*.*?\n\n/ms.exec(readFileSync("ARCHITECTURE.md", "utf8")) ?? [];
  const text = paragraph.replaceAll("\n", " ");
  expect(PROPOSAL_KINDS.filter((kind) => !text.includes(SAID[kind]))).toEqual([]);
});
