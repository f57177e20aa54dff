import "server-only";
import { and, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import { accountChecks, payees } from "@/drizzle/schema/payees";
import type { Db } from "@/lib/db/connection";

/** What a bank last said of account and holder of this version of a payee; null where none could say. */
export const lastSaid = (db: Db, version: SQL): SQL =>
  sql`${db
    .select({ result: accountChecks.result })
    .from(accountChecks)
    .innerJoin(
      sql`payee_versions checked`,
      sql`checked.payee_id = ${accountChecks.payeeId} and checked.version = ${accountChecks.version}`,
    )
    .innerJoin(sql`payee_versions asked`, sql`asked.payee_id = ${payees.id} and asked.version = ${version}`)
    .where(
      and(
        eq(accountChecks.payeeId, payees.id),
        ne(accountChecks.result, "other"),
        sql`checked.payee_key = asked.payee_key`,
        sql`checked.destination_account_name = asked.destination_account_name`,
      ),
    )
    .orderBy(desc(accountChecks.importedAt))
    .limit(1)}`;
