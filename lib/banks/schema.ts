import { z } from "zod";
import { KANA_ROWS } from "@/lib/japan/directory/rows";
import { KNOWN_CURRENCIES } from "@/lib/money/currencies";
import type { Failure } from "@/lib/payments-api/failure";
import type { Bank } from "@/lib/payments-api/shapes";
import type { Result } from "@/lib/result";

/** What the service lists for a currency just now. An empty list is a valid answer: any bank is accepted. */
export type BanksView = { currency: string; listed: Result<Bank[], Failure>; askedAt: string };

/** From an address. Only known currencies lead to a request to the service. */
export const oneCurrency = z.object({ currency: z.enum(KNOWN_CURRENCIES) });

/** The longest query for a bank or a branch. */
const inAddress = z
  .string()
  .transform((typed) => typed.slice(0, 100))
  .catch("")
  .default("");

/** What is asked of the directory: `q` is searched for, `row` of the kana table is listed. */
export const bankQuestion = z.object({ q: inAddress, row: z.enum(KANA_ROWS).nullable().catch(null).default(null) });
export const branchQuestion = bankQuestion.extend({ bankCode: z.string() });

/** From the address of the page: the search, and the bank whose branches are searched. */
export const banksShown = z.object({
  q: inAddress,
  bank: z
    .string()
    .regex(/^\d{4}$/)
    .nullable()
    .catch(null)
    .default(null),
  branch: inAddress,
});

/** A bank or a branch of the directory. */
export type DirectoryEntry = { code: string; name: string; kana: string };

/** The best matches first, out of the list of `asOf` (YYYY-MM-DD). It advises: a code that it lacks may be right. */
export type DirectoryView = { asOf: string; found: DirectoryEntry[] };

/** `count`: how many banks match; `found` has the best of them. */
export type BanksFound = DirectoryView & { count: number };

/** One bank of the directory with the branches that were found. */
export type DirectoryBank = { asOf: string; bank: DirectoryEntry; branches: DirectoryEntry[]; count: number };
