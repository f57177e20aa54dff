import "server-only";
import { ALIASES } from "./aliases";
import { isInRow, type KanaRow } from "./rows";
import { searchOver } from "./search";

/** The day of the list. It only advises: it is not official, and a code that it lacks may still be right. */
export const DIRECTORY_AS_OF = "2026-08-24";

export type Bank = { code: string; name: string; kana: string };
export type Branch = { code: string; name: string; kana: string };

export type Directory = {
  bank: (code: string) => Bank | undefined;
  branch: (bankCode: string, code: string) => Branch | undefined;
  /** In order of their codes; none where the bank is not in the list. */
  branches: (bankCode: string) => Branch[];
  banksIn: (row: KanaRow) => Bank[];
  branchesIn: (bankCode: string, row: KanaRow) => Branch[];
  searchBanks: (typed: string, limit?: number) => Bank[];
  searchBranches: (bankCode: string, typed: string, limit?: number) => Branch[];
};

const LIMIT = 20;

let held: Promise<Directory> | undefined;

/** Loaded on first use: the list is 5 MB of source, too much for each start. */
export const bankDirectory = (): Promise<Directory> => {
  held ??= load();
  return held;
};

async function load(): Promise<Directory> {
  const { default: list } = await import("zengin-code");
  const banks = Object.values(list).map(({ code, name, kana }) => ({ code, name: displayName(code, name), kana }));
  const byCode = new Map(banks.map((bank) => [bank.code, bank]));
  const search = searchOver(
    banks.map((bank) => ({ ...bank, bank, aliases: [list[bank.code]?.name ?? "", ...(ALIASES[bank.code] ?? [])] })),
  );

  const branches = (bankCode: string) =>
    Object.values(list[bankCode]?.branches ?? {})
      .map(asBranch)
      .sort((a, b) => (a.code < b.code ? -1 : 1));

  return {
    bank: (code) => byCode.get(code),
    branch: (bankCode, code) => {
      const all = list[bankCode]?.branches ?? {};
      const found = Object.hasOwn(all, code) ? all[code] : undefined;
      return found && asBranch(found);
    },
    branches,
    banksIn: (row) => inRow(banks, row),
    branchesIn: (bankCode, row) => inRow(branches(bankCode), row),
    searchBanks: (typed, limit = LIMIT) => search(typed, limit).map(({ bank }) => bank),
    searchBranches: (bankCode, typed, limit = LIMIT) => searchOver(branches(bankCode))(typed, limit),
  };
}

/** As a transfer form names it: the directory leaves 銀行 out, and writes Latin letters in full width. */
function displayName(code: string, name: string): string {
  const plain = name.normalize("NFKC");
  return isJapaneseBank(code) ? `${plain}銀行` : plain;
}

/** City, regional and trust banks, and Japan Post Bank. 0200 is a funds-transfer company; 04xx and 06xx are foreign. */
const isJapaneseBank = (code: string) => (/^0[0-3]|^05/.test(code) && code !== "0200") || code === "9900";

const asBranch = ({ code, name, kana }: Branch): Branch => ({ code, name: name.normalize("NFKC"), kana });

/** As a dictionary has them; where two are read alike, by their codes. */
const inRow = <E extends Bank>(entries: E[], row: KanaRow): E[] =>
  entries
    .filter((entry) => isInRow(row, entry))
    .sort((a, b) => (a.kana === b.kana ? (a.code < b.code ? -1 : 1) : a.kana < b.kana ? -1 : 1));
