/** As a transfer form names it: the directory leaves 銀行 out, and writes Latin letters in full width. */
export function displayName(code: string, name: string): string {
  const plain = name.normalize("NFKC");
  return isJapaneseBank(code) ? `${plain}銀行` : plain;
}

/** City, regional and trust banks, and Japan Post Bank. 0200 is a funds-transfer company; 04xx and 06xx are foreign. */
const isJapaneseBank = (code: string) => (/^0[0-3]|^05/.test(code) && code !== "0200") || code === "9900";
