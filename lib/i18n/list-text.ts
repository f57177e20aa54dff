/** Between a name and what it is of. */
export const colon = (locale: string): string => (locale === "ja" ? "：" : ": ");

/** Names one after the other: `Bank, Holder` in English, `銀行、名義` in Japanese. */
export const listText = (parts: readonly string[], locale: string): string => parts.join(locale === "ja" ? "、" : ", ");
