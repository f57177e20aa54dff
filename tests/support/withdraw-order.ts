/** A withdrawal that the service takes, as the client is given it. */
export const WITHDRAW_ORDER = {
  referenceId: "W-1",
  playerId: "player-1",
  currency: "JPY",
  amount: "12000",
  callbackUrl: "https://console.example/api/callbacks/sandbox/x",
  destination: "0005",
  destinationName: "三菱ＵＦＪ銀行",
  destinationAccount: "0123456",
  destinationAccountName: "ヤマダ　タロウ",
  destinationBranchCode: "001",
  destinationBranchName: "本店",
};
