import { may, type Role } from "@/lib/auth/permissions";
import type { PayeeRights } from "./payee-body";

/** What this role may do with payees, so that it is shown what it can use. */
export const rightsOf = (role: Role): PayeeRights => ({
  mayEdit: may(role, "payees:edit"),
  mayApprove: may(role, "payees:approve"),
  mayBlock: may(role, "payees:block"),
  mayPay: may(role, "withdrawals:create"),
});
