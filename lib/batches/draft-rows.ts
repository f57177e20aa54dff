import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import { users } from "@/drizzle/schema/users";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { bankDirectory } from "@/lib/japan/directory/load";
import { isSameHolder } from "@/lib/japan/same-holder";
import { inBook, isKnownBy } from "@/lib/payees/known-by";
import { holdOf, payeeStatus } from "@/lib/payees/rules";
import { seesPii } from "@/lib/pii/access";
import { maskedAccount, maskedName, without } from "@/lib/pii/mask";
import { type BatchRow, isAnyOf } from "./access";
import { listedNames } from "./check-row";
import { suggestedFixes } from "./fixes";
import { openWarnings, type RowFields } from "./row";
import type { DraftRow, PayeeDoubt } from "./schema";

export async function draftRows(db: Db | Tx, ctx: Ctx, rows: BatchRow[]): Promise<DraftRow[]> {
  const directory = await bankDirectory();
  const doubts = await payeeDoubts(db, ctx, rows);
  const names = await namesOf(db, rows);
  const sees = seesPii(ctx);
  return rows.map((row): DraftRow => {
    const { line, raw, fields, marks, fileProblems, problems, warnings, accepted, terms } = row;
    const { excludedBy, excludedReason } = row;
    const words = (text: string) => (sees ? text : without(text, personalOf(fields)));
    const fixes = sees ? suggestedFixes(fields, problems, directory) : {};
    const open = excludedBy === null ? openWarnings(warnings, accepted).length : 0;
    const payee = doubts(row);
    return {
      ...{ line, fields: sees ? fields : maskedFields(fields) },
      ...(problems && { problems }),
      ...(sees && Object.keys(fileProblems).length > 0 && { raw }),
      ...(marks.restored.length + marks.converted.length > 0 && { marks }),
      ...(Object.keys(fixes).length > 0 && { fixes }),
      ...(warnings.length > 0 && { warnings }),
      ...(open > 0 && { open }),
      ...(accepted && { accepted: { by: names.get(accepted.by) ?? "", reason: words(accepted.reason) } }),
      ...(excludedBy !== null && {
        excluded: { by: names.get(excludedBy) ?? "", reason: words(excludedReason ?? "") },
      }),
      ...(terms === null && { listed: listedNames(fields, directory) }),
      ...(terms && {
        paid: {
          ...{ currency: terms.currency, amount: terms.amount },
          ...{ bank: terms.destinationName, branch: terms.destinationBranchName ?? "" },
        },
      }),
      ...(payee && { payee }),
    };
  });
}

export const personalOf = (fields: RowFields) => [fields.destinationAccount, fields.destinationAccountName];

export const maskedFields = (fields: RowFields): RowFields => ({
  ...fields,
  destinationAccount: maskedAccount(fields.destinationAccount),
  destinationAccountName: maskedName(fields.destinationAccountName),
  memo: without(fields.memo, personalOf(fields)),
});

async function namesOf(db: Db | Tx, rows: BatchRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ excludedBy, accepted }) => [excludedBy ?? [], accepted?.by ?? []].flat()))];
  if (ids.length === 0) return new Map();
  const found = await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids));
  return new Map(found.map(({ id, name }) => [id, name]));
}

type Payable = Pick<BatchRow, "currency" | "payeeKey" | "terms">;

/** What the payee book says against paying an account; null where nothing does, or where there is nothing to pay. */
export async function payeeDoubts(db: Db | Tx, { environment }: Ctx, rows: Payable[]) {
  const keys = [...new Set(rows.flatMap(({ payeeKey }) => payeeKey ?? []))];
  const mine = and(eq(payees.environment, environment), isAnyOf(payeeVersions.payeeKey, keys, "text"));
  const found = keys.length === 0 ? [] : await inBook(db, isKnownBy, mine);
  const book = Map.groupBy(
    found.filter(({ payee }) => payeeStatus(payee) !== "rejected"),
    ({ payee, says }) => `${payee.currency} ${says.payeeKey}`,
  );
  return ({ currency, payeeKey, terms }: Payable): PayeeDoubt | null => {
    if (terms === null) return null;
    const known = book.get(`${currency} ${payeeKey}`);
    if (!known) return "new";
    const hold = holdOf(known.map(({ payee }) => payee));
    if (hold) return hold;
    const isItsHolder = known.some(({ says }) =>
      isSameHolder(says.destinationAccountName, terms.destinationAccountName),
    );
    return isItsHolder ? null : "other_holder";
  };
}
