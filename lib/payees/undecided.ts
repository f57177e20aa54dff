import "server-only";
import { and, asc, eq, isNotNull, ne } from "drizzle-orm";
import { payeeImports, payees, payeeVersions } from "@/drizzle/schema/payees";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { seesPii } from "@/lib/pii/access";
import { maskedName } from "@/lib/pii/mask";
import type { WaitingPayee } from "./schema";

/** New payees and changes that others proposed and the reader may decide, also of blocked payees, the oldest first. */
export async function listPayeesForMe(ctx: Ctx): Promise<WaitingPayee[]> {
  requirePermission(ctx, "payees:read");
  const { actor } = ctx;
  if (actor.kind !== "user" || !may(actor.role, "payees:approve")) return [];
  const { id, environment, waiting } = payees;
  const mine = and(eq(environment, ctx.environment), isNotNull(waiting));
  const rows = await ctx.db
    .select({
      id,
      by: users.name,
      at: payeeVersions.proposedAt,
      to: payeeVersions.destinationAccountName,
      importId: payeeVersions.importId,
      file: payeeImports.name,
    })
    .from(payees)
    .innerJoin(payeeVersions, and(eq(payeeVersions.payeeId, id), eq(payeeVersions.version, waiting)))
    .innerJoin(users, eq(users.id, payeeVersions.proposedBy))
    .leftJoin(payeeImports, eq(payeeImports.id, payeeVersions.importId))
    .where(and(mine, ne(payeeVersions.proposedBy, actor.id)))
    .orderBy(asc(payeeVersions.proposedAt));
  const files = new Set<string>();
  return rows.flatMap(({ id: payeeId, by, at, to, importId, file }): WaitingPayee[] => {
    const about = { by, at: at.toISOString(), until: null };
    if (importId === null) return [{ kind: "payee", id: payeeId, to: seesPii(ctx) ? to : maskedName(to), ...about }];
    // A file is one item, decided as a whole.
    if (files.has(importId)) return [];
    files.add(importId);
    return [{ kind: "payee_import", id: importId, to: file ?? "", ...about }];
  });
}
