import "server-only";
import { isNull } from "drizzle-orm";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { mayApprove } from "./approvers";
import type { Approvers } from "./earlier-payouts";

/** Who may decide on what the reader requests: by role, and by name for those who see the users. */
export async function getApprovers(ctx: Ctx): Promise<Approvers> {
  requirePermission(ctx, "withdrawals:create");
  const { id, name, role, disabledAt } = users;
  const active = await ctx.db
    .select({ id, name, role, disabledAt })
    .from(users)
    .where(isNull(disabledAt))
    .orderBy(name);
  const others = active.filter((user) => user.id !== ctx.actor.id && mayApprove(user));
  const seesNames = ctx.actor.kind === "user" && may(ctx.actor.role, "users:read");
  const roles = (["approver", "admin"] as const).map((one) => ({
    role: one,
    count: others.filter((user) => user.role === one).length,
  }));
  return {
    roles: roles.filter(({ count }) => count > 0),
    names: seesNames ? others.map((user) => user.name) : null,
  };
}
