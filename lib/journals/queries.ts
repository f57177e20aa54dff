import "server-only";
import { eq } from "drizzle-orm";
import { journalAccounts } from "@/drizzle/schema/months";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Environment } from "@/lib/environment";
import type { JournalAccounts } from "./accounts";
import type { JournalAccountsView } from "./schema";

type From = { db: Pick<Ctx["db"], "select">; environment: Environment };

/** The accounts of each kind that has some; the caller has checked the permission. */
export async function accountsInForce({ db, environment }: From): Promise<JournalAccounts> {
  const [row] = await db.select().from(journalAccounts).where(eq(journalAccounts.environment, environment));
  return row?.accounts ?? {};
}

/** The accounts as they are set up, and who changed them last. */
export async function getJournalAccounts(ctx: Ctx): Promise<JournalAccountsView> {
  requirePermission(ctx, "journal_accounts:change");
  const [row] = await ctx.db
    .select({ accounts: journalAccounts.accounts, at: journalAccounts.changedAt, by: users.name })
    .from(journalAccounts)
    .innerJoin(users, eq(users.id, journalAccounts.changedBy))
    .where(eq(journalAccounts.environment, ctx.environment));
  return { accounts: row?.accounts ?? {}, changed: row ? { at: row.at.toISOString(), by: row.by } : null };
}
