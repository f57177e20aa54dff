/** @typedef {[bank: string, name: string, branch: string, branchName: string]} Branch */

/** @satisfies {Record<string, Branch>} */
const AT = {
  mizuho: ["0001", "みずほ銀行", "001", "東京営業部"],
  mufg: ["0005", "三菱ＵＦＪ銀行", "001", "本店"],
  smbc: ["0009", "三井住友銀行", "200", "本店営業部"],
  resona: ["0010", "りそな銀行", "300", "東京営業部"],
  rakuten: ["0036", "楽天銀行", "201", "ジャズ"],
  yucho: ["9900", "ゆうちょ銀行", "018", "〇一八"],
};

/** @type {[amount: string, at: Branch, account: string, holder: string, player: string][]} */
const YEN = [
  ["35000", AT.mufg, "3047715", "ヤマダ　タロウ", "p-20117"],
  ["8000", AT.yucho, "1184026", "サトウ　ハナコ", "p-20342"],
  ["120000", AT.smbc, "7720381", "スズキ　イチロウ", "p-19880"],
  ["5500", AT.rakuten, "2093417", "タカハシ　ミサキ", "p-21005"],
  ["64200", AT.mizuho, "5518092", "イトウ　ケンタ", "p-20561"],
  ["15000", AT.resona, "0420913", "ワタナベ　ユウコ", "p-18733"],
  ["300000", AT.mufg, "8861240", "カ）アオバシヨウジ", "p-17002"],
  ["22000", AT.smbc, "6314875", "ナカムラ　ショウ", "p-20998"],
  // The accounts that follow are the sandbox's own: each asks for a particular end.
  ["12000", AT.mizuho, "9100005", "コバヤシ　リナ", "p-20417"], // fails
  ["48000", AT.rakuten, "9100004", "カトウ　ダイスケ", "p-19214"], // becomes PENDING
  ["9800", AT.yucho, "9100003", "ヨシダ　アヤ", "p-21150"], // stays in progress
  ["27500", AT.resona, "9100007", "ヤマモト　ジュン", "p-18466"], // cancelled by operations
  ["41000", AT.mufg, "9300010", "ササキ　マナ", "p-20733"], // the answer is lost, the order exists
  ["18000", AT.smbc, "9400001", "マツモト　レン", "p-20089"], // its callback never comes
  ["70000", AT.mizuho, "9200001", "イノウエ　サクラ", "p-19547"], // refused: not enough balance
  ["56300", AT.mufg, "9300013", "オガワ　ナオキ", "p-20266"], // cut off, and never made: unknown for eleven minutes
];

/**
 * What the ops of a demo have sent, as they typed it: most of it is paid, and one of each thing that may go otherwise.
 * The form ids are fixed, so that the same demo again is not sent again.
 */
const TYPED = YEN.map(([amount, [bank, bankName, branch, branchName], account, holder, player], at) => ({
  formId: `00000000-0000-4000-8000-${String(at + 1).padStart(12, "0")}`,
  currency: "JPY",
  amount,
  destination: bank,
  destinationName: bankName,
  destinationBranchCode: branch,
  destinationBranchName: branchName,
  destinationAccountType: "1",
  destinationAccount: account,
  destinationAccountName: holder,
  playerId: player,
}));

/** The one that is cut off goes first: small enough to leave before the day's sum asks for an approver. */
export const DEMO_WITHDRAWALS = [...TYPED.slice(-1), ...TYPED.slice(0, -1)];
