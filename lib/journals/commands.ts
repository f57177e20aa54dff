import "server-only";
import { journalAccounts } from "@/drizzle/schema/months";
import { record } from "@/lib/audit/record";
import { type Ctx, Forbidden, requirePermission } from "@/lib/auth/context";
import { ok, type Result } from "@/lib/result";
import { JOURNAL_KINDS } from "./accounts";
import type { AccountsInput } from "./schema";

/** Sets the accounts of all kinds. One without accounts is left out of the journals. */
export async function saveJournalAccounts(ctx: Ctx, { accounts }: AccountsInput): Promise<Result<null, never>> {
  requirePermission(ctx, "journal_accounts:change");
  const { actor, environment } = ctx;
  if (actor.kind !== "user") throw new Forbidden("only a user maps accounts");
  const set = JOURNAL_KINDS.flatMap((kind) => (accounts[kind].debit.account === "" ? [] : [[kind, accounts[kind]]]));
  const values = { accounts: Object.fromEntries(set), changedBy: actor.id, changedAt: ctx.now() };
  await ctx.db.transaction(async (tx) => {
    await tx
      .insert(journalAccounts)
      .values({ environment, ...values })
      .onConflictDoUpdate({ target: journalAccounts.environment, set: values });
    const detail = { accounts: values.accounts };
    await record(tx, ctx, { action: "journal_accounts.changed", subject: environment, detail });
  });
  return ok(null);
}
