import "server-only";
import { and, asc, eq, isNull } from "drizzle-orm";
import { movementRules } from "@/drizzle/schema/movements";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";

/** The rules that name movements now, the oldest first. */
export const rulesInForce = (db: Db | Tx, { environment }: Pick<Ctx, "environment">) =>
  db
    .select()
    .from(movementRules)
    .where(and(eq(movementRules.environment, environment), isNull(movementRules.endedAt)))
    .orderBy(asc(movementRules.number));
