/** Banks and branches as the Zengin directory has them; a test compares them with it. */
type Branch = readonly [code: string, name: string];
export type Bank = { code: string; name: string; weight: number; branches: readonly [Branch, ...Branch[]] };

// biome-ignore format: a table
export const BANKS: readonly [Bank, ...Bank[]] = [
  { code: "0005", name: "三菱UFJ銀行", weight: 20, branches: [["001", "本店"], ["135", "渋谷"], ["341", "新宿"], ["251", "横浜駅前"], ["005", "大阪営業部"], ["652", "福岡"]] },
  { code: "0009", name: "三井住友銀行", weight: 17, branches: [["200", "本店営業部"], ["654", "渋谷"], ["221", "新宿"], ["588", "横浜"], ["127", "梅田"], ["481", "名古屋"]] },
  { code: "0001", name: "みずほ銀行", weight: 14, branches: [["001", "東京営業部"], ["210", "渋谷"], ["353", "新宿西口"], ["357", "横浜"], ["460", "梅田"], ["813", "札幌"]] },
  { code: "0036", name: "楽天銀行", weight: 14, branches: [["201", "ジャズ"], ["202", "ロック"], ["204", "ワルツ"], ["206", "タンゴ"], ["207", "サルサ"]] },
  { code: "9900", name: "ゆうちょ銀行", weight: 12, branches: [["018", "〇一八"], ["028", "〇二八"], ["108", "一〇八"], ["218", "二一八"], ["418", "四一八"], ["768", "七六八"]] },
  { code: "0033", name: "PayPay銀行", weight: 7, branches: [["001", "本店営業部"], ["002", "すずめ"], ["003", "はやぶさ"]] },
  { code: "0038", name: "ドコモSMTBネット銀行", weight: 6, branches: [["101", "イチゴ"], ["102", "ブドウ"], ["103", "ミカン"], ["104", "レモン"]] },
  { code: "0010", name: "りそな銀行", weight: 5, branches: [["300", "東京営業部"], ["299", "新宿"], ["760", "池袋"], ["051", "大阪営業部"]] },
  { code: "0138", name: "横浜銀行", weight: 3, branches: [["200", "本店営業部"], ["810", "川崎"], ["611", "藤沢"], ["359", "戸塚"]] },
  { code: "0177", name: "福岡銀行", weight: 3, branches: [["100", "本店営業部"], ["211", "天神町"], ["200", "博多"]] },
  { code: "0149", name: "静岡銀行", weight: 2, branches: [["111", "本店営業部"], ["361", "浜松営業部"], ["251", "沼津"]] },
  { code: "0116", name: "北海道銀行", weight: 2, branches: [["101", "本店営業部"], ["151", "札幌駅前"], ["701", "旭川"]] },
];

export const THAI_BANKS = [
  ["KBANK", "Kasikornbank"],
  ["SCB", "Siam Commercial Bank"],
  ["BBL", "Bangkok Bank"],
  ["KTB", "Krungthai Bank"],
  ["BAY", "Bank of Ayudhya"],
] as const;

/** It is part of TTB since 2021: the service lists it no more, and refuses orders that name it. */
export const UNLISTED_BANK = { destination: "TMB", destinationName: "TMB Bank" };
