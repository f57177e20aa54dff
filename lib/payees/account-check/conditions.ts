import "server-only";
import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import { accountChecks, payees } from "@/drizzle/schema/payees";
import type { Db } from "@/lib/db/connection";
import type { CheckResult } from "./results";

/** A bank has answered about account and holder of this version of a payee; with `result`, so. */
export const isChecked = (db: Db, version: SQL, result?: CheckResult): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(accountChecks)
      .innerJoin(
        sql`payee_versions checked`,
        sql`checked.payee_id = ${accountChecks.payeeId} and checked.version = ${accountChecks.version}`,
      )
      .innerJoin(sql`payee_versions asked`, sql`asked.payee_id = ${payees.id} and asked.version = ${version}`)
      .where(
        and(
          eq(accountChecks.payeeId, payees.id),
          result && eq(accountChecks.result, result),
          sql`checked.payee_key = asked.payee_key`,
          sql`checked.destination_account_name = asked.destination_account_name`,
        ),
      ),
  );
