/**
 * What moves the balance at the service, as books name it. `bank_transfers`: what the service pays out to the merchant's
 * own bank account; `top_ups`: what comes from there.
 */
export const JOURNAL_KINDS = ["deposits", "withdrawals", "fees", "top_ups", "bank_transfers"] as const;
export type JournalKind = (typeof JOURNAL_KINDS)[number];

export const ACCOUNT_FIELDS = ["account", "subAccount", "department", "taxClass"] as const;
export type AccountField = (typeof ACCOUNT_FIELDS)[number];

/** One side of a line, in the words of the accounting software. Sub-account and department may be empty. */
export type AccountSide = Record<AccountField, string>;

export const SIDES = ["debit", "credit"] as const;
export type Side = (typeof SIDES)[number];

export type KindAccounts = Record<Side, AccountSide>;
export type JournalAccounts = Partial<Record<JournalKind, KindAccounts>>;

/** Yayoi cuts longer words off; its limit is counted in bytes of Shift_JIS. */
export const ACCOUNT_MAX_BYTES = 24;
