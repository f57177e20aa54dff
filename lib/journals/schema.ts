import { z } from "zod";
import { optionalLine, problem } from "@/lib/fields";
import { tooWide } from "@/lib/i18n/over-limit";
import { encode } from "@/lib/imports/text-encoding";
import { ACCOUNT_FIELDS, ACCOUNT_MAX_BYTES, JOURNAL_KINDS, type JournalAccounts, SIDES } from "./accounts";

/** A word of the accounting software: it has to fit in all three files, which are written in Shift_JIS. */
const word = optionalLine(ACCOUNT_MAX_BYTES, tooWide(ACCOUNT_MAX_BYTES))
  .refine((text) => encode(text, "Shift_JIS") !== null, problem("unusableCharacter"))
  .refine((text) => (encode(text, "Shift_JIS")?.length ?? 0) <= ACCOUNT_MAX_BYTES, tooWide(ACCOUNT_MAX_BYTES));

const side = z.object({ account: word, subAccount: word, department: word, taxClass: word });

/** Both sides of a kind, or neither: then its movements are left out of the journal, and listed as such. */
const kind = z.object({ debit: side, credit: side }).superRefine((accounts, context) => {
  const isUsed = SIDES.some((one) => ACCOUNT_FIELDS.some((field) => accounts[one][field] !== ""));
  for (const one of SIDES)
    for (const field of ["account", "taxClass"] as const)
      if (isUsed && accounts[one][field] === "")
        context.addIssue({ code: "custom", path: [one, field], message: problem("required") });
});

/** `seen`: when the accounts that stood in the form had been changed; null where none had been saved. */
export const accountsInput = z.object({
  seen: z.iso.datetime().nullable(),
  accounts: z.record(z.enum(JOURNAL_KINDS), kind),
});
export type AccountsInput = z.output<typeof accountsInput>;

export type JournalAccountsView = {
  accounts: JournalAccounts;
  /** Null while nothing was saved. `at`: ISO 8601. */
  changed: { at: string; by: string } | null;
};
