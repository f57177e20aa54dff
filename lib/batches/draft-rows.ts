import "server-only";
import { and, eq, inArray, or } from "drizzle-orm";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import { users } from "@/drizzle/schema/users";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { bankDirectory } from "@/lib/japan/directory/load";
import { isSameHolder } from "@/lib/japan/same-holder";
import { reasonIn } from "@/lib/payees/hold";
import { inBook, isKnownBy } from "@/lib/payees/known-by";
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
    // Its request names the payees that have the accounts then, and not those that a check found.
    const payee = doubts({ ...row, payeeId: null });
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

type Payable = Pick<BatchRow, "currency" | "payeeKey" | "payeeId" | "terms">;

/**
 * What the payee book says against paying an account, or the payee that a requested row names; null where nothing does, or
 * where there is nothing to pay.
 */
export async function payeeDoubts(db: Db | Tx, { environment }: Ctx, rows: Payable[]) {
  const keys = [...new Set(rows.flatMap(({ payeeKey }) => payeeKey ?? []))];
  const ids = [...new Set(rows.flatMap(({ payeeId }) => payeeId ?? []))];
  const asked = or(isAnyOf(payeeVersions.payeeKey, keys, "text"), isAnyOf(payees.id, ids, "uuid"));
  const found = keys.length === 0 ? [] : await inBook(db, isKnownBy, and(eq(payees.environment, environment), asked));
  const byAccount = Map.groupBy(found, ({ payee, says }) => `${payee.currency} ${says.payeeKey}`);
  const byId = Map.groupBy(found, ({ payee }) => payee.id);
  return ({ currency, payeeKey, payeeId, terms }: Payable): PayeeDoubt | null => {
    if (terms === null || payeeKey === null) return null;
    const { destinationAccountName } = terms;
    const its = byAccount.get(`${currency} ${payeeKey}`) ?? [];
    const named = payeeId === null ? [] : (byId.get(payeeId) ?? []);
    const hold = reasonIn([...its, ...named], { payeeKey, payeeId, destinationAccountName });
    if (hold) return hold;
    if (its.length === 0) return "new";
    const isItsHolder = its.some(({ says }) => isSameHolder(says.destinationAccountName, destinationAccountName));
    return isItsHolder ? null : "other_holder";
  };
}
