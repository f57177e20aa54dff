/** @type {[amount: string, currency: "THB" | "USDT" | "JPY", player: string, payer: string, account: string, bank: string][]} */
const ASKED_FOR = [
  ["1500", "THB", "p-20117", "Somchai Jaidee", "", "KBANK"],
  ["820.50", "THB", "p-20342", "Malee Srisuk", "", "SCB"],
  ["12000", "THB", "p-19880", "", "", ""],
  ["250", "USDT", "p-21005", "", "", ""],
  // The accounts that follow are the sandbox's own: each asks for a particular end.
  ["3400", "THB", "p-20561", "Anan Wongsa", "9100003", "BBL"], // waits for the payer
  ["990", "THB", "p-18733", "Niran Chaiya", "9100005", "KBANK"], // fails
  ["5000", "THB", "p-17002", "Ploy Suwan", "9300014", "SCB"], // the answer is lost, and the link with it
  ["700", "THB", "p-20998", "Kittisak Boon", "", "NOBANK"], // refused: no such bank
  // In yen, for an unregistered player: the service refuses it.
  ["30000", "JPY", "p-20417", "コバヤシ　リナ", "", ""],
];

/**
 * What the support of a demo has asked players to pay in, as it was typed. The form ids are fixed, so that the same
 * demo again is not sent again.
 */
export const DEMO_DEPOSITS = ASKED_FOR.map(([amount, currency, player, payer, account, bank], at) => ({
  formId: `00000000-0000-4000-9000-${String(at + 1).padStart(12, "0")}`,
  currency,
  amount,
  playerId: player,
  payerAccountName: payer,
  payerAccount: account,
  ...(currency === "THB" && { payerBankCode: bank }),
}));
