import "server-only";
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/db/connection";
import type { BankFile, StatementEntry } from "@/lib/imports/bank-statement/statement";

/*
 * Statements overlap: a file may repeat days of an earlier one. Of entries with the same identity the one of the earliest
 * statement in force counts. The others are kept, and are in no list, sum or match.
 */

export type IdentifiedEntry = StatementEntry & { identity: string };

/**
 * What each entry is in every file of its account: a hash of what the bank says of it. Entries that are alike within one
 * file are several, so the hash covers how many of them stand before it. It does not cover the line, nor numbers that a
 * bank gives within one file, as another file has others; of an entry that cannot be read it covers the whole record.
 */
export function identified({ accounts, entries }: BankFile): IdentifiedEntry[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const { raw, bookedOn, valuedOn, currency, amount, party, description, bankReference, problems } = entry;
    const read = [bookedOn, valuedOn, currency, amount, party, description, bankReference];
    const content = JSON.stringify([accounts[entry.account]?.account, ...(problems === null ? read : [raw])]);
    const before = seen.get(content) ?? 0;
    seen.set(content, before + 1);
    return { ...entry, identity: createHash("sha256").update(`${before} ${content}`).digest("hex") };
  });
}

/** Counts what no statement counts of the entries of one that is new, or was withdrawn. Returns those that count now. */
export async function countEntries(tx: Tx, statementId: string): Promise<{ isBroken: boolean }[]> {
  const { rows } = await tx.execute<{ isBroken: boolean }>(sql`
    update bank_entries set is_counted = true where id in (
      select distinct on (e.identity) e.id
      from bank_entries its join bank_entries e on e.environment = its.environment and e.identity = its.identity
        join bank_statements b on b.id = e.statement_id and b.withdrawn_at is null
      where its.statement_id = ${statementId} and not exists (
        select from bank_entries c where c.environment = its.environment and c.identity = its.identity and c.is_counted)
      order by e.identity, b.uploaded_at, b.id)
    returning problems is not null as "isBroken"`);
  return rows;
}
