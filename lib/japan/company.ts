/*
 * Words for kinds of companies and offices, and what banks write instead: `カ）` before a name, `（カ` after it,
 * `（カ）` inside it. Sources: the published lists of Joyo Bank and Keiyo Bank.
 */
const ABBREVIATIONS: Record<string, readonly string[]> = {
  カ: ["株式会社", "㈱", "(株)", "（株）"],
  ユ: ["有限会社", "㈲", "(有)", "（有）"],
  メ: ["合名会社"],
  シ: ["合資会社"],
  ド: ["合同会社"],
  イ: ["医療法人社団", "医療法人財団", "社会医療法人", "医療法人"],
  ザイ: ["一般財団法人", "公益財団法人", "財団法人"],
  シヤ: ["一般社団法人", "公益社団法人", "社団法人"],
  シユウ: ["宗教法人"],
  ガク: ["学校法人"],
  フク: ["社会福祉法人"],
  ソ: ["相互会社"],
  ホゴ: ["更生保護法人"],
  トクヒ: ["特定非営利活動法人"],
  ドク: ["独立行政法人"],
  チドク: ["地方独立行政法人"],
  ベン: ["弁護士法人"],
  チユウ: ["有限責任中間法人", "無限責任中間法人", "中間法人"],
  ギヨ: ["行政書士法人"],
  シホウ: ["司法書士法人"],
  ゼイ: ["税理士法人"],
  ダイ: ["国立大学法人", "公立大学法人"],
  ノウ: ["農事組合法人"],
  カンリ: ["管理組合法人"],
  ロウム: ["社会保険労務士法人"],
  エイ: ["営業所"],
  シユツ: ["出張所"],
  レン: ["連合会"],
  キヨウサイ: ["共済組合"],
  キヨウクミ: ["協同組合"],
  セイメイ: ["生命保険"],
  ロウクミ: ["労働組合"],
  ケンポ: ["健康保険組合"],
};

const BY_WORD = new Map(
  Object.entries(ABBREVIATIONS).flatMap(([short, words]) => words.map((word): [string, string] => [word, short])),
);

// Longest first: 一般社団法人 holds 社団法人. Spaces beside a word go with it.
const WORDS = [...BY_WORD.keys()].sort((a, b) => b.length - a.length).map((word) => word.replace(/[()]/g, "\\$&"));
const ANY_WORD = new RegExp(`\\s*(${WORDS.join("|")})\\s*`, "g");

/** Replaces every such word by its abbreviation. A proposal: banks do not agree on all of them. */
export function abbreviateCompany(text: string): string {
  const name = text.trim();
  return name.replace(ANY_WORD, (match: string, word: string, start: number) => {
    const short = BY_WORD.get(word) ?? word;
    if (start === 0) return `${short}）`;
    return start + match.length === name.length ? `（${short}` : `（${short}）`;
  });
}
