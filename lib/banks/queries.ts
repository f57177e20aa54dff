import "server-only";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { bankDirectory, DIRECTORY_AS_OF } from "@/lib/japan/directory/load";
import type { KanaRow } from "@/lib/japan/directory/rows";
import { askOnce } from "@/lib/payments-api/ask-once";
import type { BanksFound, BanksView, DirectoryBank, DirectoryView } from "./schema";

/** The banks that the service lists for a currency, as of seconds ago: it is the authority, no copy is stored. */
export async function listBanks(ctx: Ctx, { currency }: { currency: string }): Promise<BanksView> {
  requirePermission(ctx, "banks:read");
  const { api, db, environment, now } = ctx;
  const ask = async (): Promise<BanksView> => {
    const askedAt = now().toISOString();
    const { result } = await api.banks(currency);
    return { currency, listed: result, askedAt };
  };
  return askOnce(db.$client, { name: `banks:${environment}:${currency}`, now }, ask);
}

type BankQuery = { q: string; row?: KanaRow | null };

/** Japanese banks by code, kanji, kana or Latin letters; or all whose names begin in a row of the kana table. */
export async function searchBanks(ctx: Ctx, { q, row }: BankQuery): Promise<BanksFound> {
  requirePermission(ctx, "banks:read");
  const directory = await bankDirectory();
  const all = row ? directory.banksIn(row) : directory.searchBanks(q, Number.POSITIVE_INFINITY);
  return { asOf: DIRECTORY_AS_OF, found: row ? all : all.slice(0, FIRST), count: all.length };
}

/** The first show what there is to choose from, and whether there is a choice at all. */
const FIRST = 20;

/** Branches of one bank, likewise; the first of them where nothing is typed yet. */
export async function searchBranches(
  ctx: Ctx,
  { bankCode, q, row }: BankQuery & { bankCode: string },
): Promise<DirectoryView> {
  requirePermission(ctx, "banks:read");
  const directory = await bankDirectory();
  if (row) return { asOf: DIRECTORY_AS_OF, found: directory.branchesIn(bankCode, row) };
  const found = q.trim() === "" ? directory.branches(bankCode).slice(0, FIRST) : directory.searchBranches(bankCode, q);
  return { asOf: DIRECTORY_AS_OF, found };
}

/** One bank of the directory, with its branches; null where the directory does not have it. */
export async function getBank(
  ctx: Ctx,
  { bankCode, q }: { bankCode: string; q: string },
): Promise<DirectoryBank | null> {
  requirePermission(ctx, "banks:read");
  const directory = await bankDirectory();
  const bank = directory.bank(bankCode);
  if (!bank) return null;
  const all = directory.branches(bankCode);
  const branches = q.trim() === "" ? all : directory.searchBranches(bankCode, q, all.length);
  return { asOf: DIRECTORY_AS_OF, bank, branches, count: all.length };
}
