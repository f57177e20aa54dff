import { may, type Permission, type Role } from "@/lib/auth/permissions";

/** What can be changed about a person so that it may take two admins. */
export const CHANGES = ["invite", "role", "enable", "reset factor", "password link"] as const;
export type Change = (typeof CHANGES)[number];

export const INVITATION_HOURS = 72;
/** A link for another password, that an admin has made. */
export const RESET_HOURS = 24;
/** The same that somebody has asked for by themselves: they are sitting there. */
export const FORGOTTEN_HOURS = 1;

const AT_STAKE: Permission[] = ["withdrawals:create", "withdrawals:approve", "rules:change", "people:change"];

/** Whether this role makes money leave, agrees to it, or decides who may. */
export const movesMoney = (role: Role): boolean => AT_STAKE.some((permission) => may(role, permission));

type Asked = {
  change: Change;
  /** The role that the person has, or is to have. */
  role: Role;
  hasProduction: boolean;
  /** The link goes to the person's own mailbox, and no admin sees it. */
  isMailed: boolean;
};

/**
 * Whether a second admin has to agree. People hold for both environments, so it counts whether there is a production
 * at all, not from where it is asked. One admin alone must never come to a second identity that moves money: not by
 * inviting one, nor by waking one up, nor by a link to somebody else's password.
 */
export function needsSecondAdmin({ change, role, hasProduction, isMailed }: Asked): boolean {
  if (!hasProduction) return false;
  switch (change) {
    case "role":
    case "reset factor":
      return true;
    case "invite":
    case "enable":
      return movesMoney(role);
    case "password link":
      return movesMoney(role) && !isMailed;
  }
}

/** How long after the nth try the next one is made, in minutes; null: it is given up, after some two hours. */
export const nextTryMinutes = (tries: number): number | null => (tries < 8 ? 2 ** (tries - 1) : null);
