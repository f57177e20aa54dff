import "server-only";
import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { journalAccounts } from "@/drizzle/schema/months";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
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
  { seen, accounts: given }: AccountsInput,
): Promise<Result<Saved, ChangedMeanwhile>> {
  requirePermission(ctx, "journal_accounts:change");
  const changedBy = userIdOf(ctx);
  const { environment } = ctx;
  const set = JOURNAL_KINDS.flatMap((kind) => (given[kind].debit.account === "" ? [] : [[kind, given[kind]]]));
  const accounts = Object.fromEntries(set);
  return ctx.db.transaction(async (tx) => {
    // There may be no row yet that could be locked.
    await lockNamed(tx, `journal accounts ${environment}`);
    const [last] = await tx.select().from(journalAccounts).where(eq(journalAccounts.environment, environment));
    const saved = last?.changedAt.toISOString() ?? null;
    if (saved !== seen) {
      // Sent again after an answer that was lost, they are saved already.
      const isSaved = saved !== null && isDeepStrictEqual(last?.accounts, accounts);
      return isSaved ? ok({ changedAt: saved }) : err({ kind: "changed_meanwhile" });
    }
    const values = { accounts, changedBy, changedAt: ctx.now() };
    await tx
      .insert(journalAccounts)
      .values({ environment, ...values })
      .onConflictDoUpdate({ target: journalAccounts.environment, set: values });
    await record(tx, ctx, { action: "journal_accounts.changed", subject: environment, detail: { accounts } });
    return ok({ changedAt: values.changedAt.toISOString() });
  });
}
