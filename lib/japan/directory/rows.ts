/** The rows of the kana table, by which users look a name up. A voiced kana stands with its plain one. */
const MEMBERS = {
  ア: "アイウエオァィゥェォヴ",
  カ: "カキクケコガギグゲゴ",
  サ: "サシスセソザジズゼゾ",
  タ: "タチツテトダヂヅデドッ",
  ナ: "ナニヌネノ",
  ハ: "ハヒフヘホバビブベボパピプペポ",
  マ: "マミムメモ",
  ヤ: "ヤユヨャュョ",
  ラ: "ラリルレロ",
  ワ: "ワヲン",
} as const;
export type KanaRow = keyof typeof MEMBERS;

export const KANA_ROWS = ["ア", "カ", "サ", "タ", "ナ", "ハ", "マ", "ヤ", "ラ", "ワ"] as const satisfies KanaRow[];

export const isInRow = (row: KanaRow, { kana }: { kana: string }) => MEMBERS[row].includes(kana.charAt(0) || " ");

/** What most people pay to, as the directory names it. */
export const MAJOR_BANKS = [
  { code: "0001", name: "みずほ銀行", short: "みずほ" },
  { code: "0005", name: "三菱UFJ銀行", short: "三菱UFJ" },
  { code: "0009", name: "三井住友銀行", short: "三井住友" },
  { code: "0010", name: "りそな銀行", short: "りそな" },
  { code: "9900", name: "ゆうちょ銀行", short: "ゆうちょ" },
  { code: "0036", name: "楽天銀行", short: "楽天" },
  { code: "0033", name: "PayPay銀行", short: "PayPay" },
  { code: "0038", name: "ドコモSMTBネット銀行", short: "住信SBI（ドコモSMTB）" },
] as const;
