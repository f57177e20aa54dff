import "server-only";
import { eq } from "drizzle-orm";
import { journalAccounts } from "@/drizzle/schema/months";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, requireUser } from "@/lib/auth/context";
import { lockNamed } from "@/lib/db/locks";
import { err, ok, type Result } from "@/lib/result";
import { JOURNAL_KINDS } from "./accounts";
import type { AccountsInput } from "./schema";

type Saved = { changedAt: string };
/** Another user, or another window, has saved them since the form was opened. */
type ChangedMeanwhile = { kind: "changed_meanwhile" };

/** Sets the accounts of all kinds. One without accounts is left out of the journals. */
export async function saveJournalAccounts(
  ctx: Ctx,
  { seen, accounts }: AccountsInput,
): Promise<Result<Saved, ChangedMeanwhile>> {
  requirePermission(ctx, "journal_accounts:change");
  const { actor, environment } = ctx;
  requireUser(actor, "maps accounts");
  const set = JOURNAL_KINDS.flatMap((kind) => (accounts[kind].debit.account === "" ? [] : [[kind, accounts[kind]]]));
  return ctx.db.transaction(async (tx) => {
    // There may be no row yet that could be locked.
    await lockNamed(tx, `journal accounts ${environment}`);
    const [last] = await tx.select().from(journalAccounts).where(eq(journalAccounts.environment, environment));
    if ((last?.changedAt.toISOString() ?? null) !== seen) return err({ kind: "changed_meanwhile" });
    const values = { accounts: Object.fromEntries(set), changedBy: actor.id, changedAt: ctx.now() };
    await tx
      .insert(journalAccounts)
      .values({ environment, ...values })
      .onConflictDoUpdate({ target: journalAccounts.environment, set: values });
    const detail = { accounts: values.accounts };
    await record(tx, ctx, { action: "journal_accounts.changed", subject: environment, detail });
    return ok({ changedAt: values.changedAt.toISOString() });
  });
}
