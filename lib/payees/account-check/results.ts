/** What a bank says of an account and its holder. `other`: it could not say, or says something else. */
export const CHECK_RESULTS = ["confirmed", "no_account", "name_differs", "other"] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

const RESULTS: Record<string, CheckResult> = { "0": "confirmed", "1": "no_account", "2": "name_differs", "9": "other" };

/** Null where the bank gave no answer that we know. */
export const resultOf = (code: string): CheckResult | null => RESULTS[code] ?? null;

/** A payee whose account does not exist, or has another holder, is not paid until a person overrides that. */
export const isBlocking = (result: CheckResult): boolean => result === "no_account" || result === "name_differs";

/** Why an answer is evidence about no payee. `holder_changed`: the book has its account under another holder now. */
export type Unmatched = "no_answer" | "no_payee" | "holder_changed";
