/* Bodies and answers in the OpenAPI document: the payout of the quick start. A test sends the bodies. */

const payout = {
  ...{ currency: "JPY", amount: "12000", playerId: "p-20117" },
  ...{ destination: "0005", destinationName: "三菱UFJ銀行" },
  ...{ destinationBranchCode: "001", destinationBranchName: "本店" },
  ...{ destinationAccountType: "1", destinationAccount: "0123456", destinationAccountName: "ヤマダ　タロウ" },
};
const referenceId = "WD-20261125-3BQ9YZY4";

export const PAYOUT_EXAMPLE = {
  body: payout,
  answer: {
    ...{ referenceId, submission: "awaiting_approval", approvalsNeeded: 1 },
    ...{ currency: "JPY", amount: "12000", playerId: "p-20117", createdAt: "2026-11-25T03:15:00.000Z" },
  },
};

export const BATCH_EXAMPLE = {
  body: { name: "Withdrawals of 25 November", rows: [payout] },
  answer: {
    ...{ batchId: "0198f2c1-a7b3-4c51-9d2e-6f1b0a4c8e35", isNew: true, state: "awaiting_approval", needs: null },
    rows: [{ line: 2, referenceId, problems: [], restored: [], converted: [], warnings: [] }],
  },
};
