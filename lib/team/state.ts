import { needsDualControl, type Role } from "@/lib/auth/permissions";

/** What can be changed about a person so that it may take two admins. */
export const CHANGES = ["invite", "role", "enable", "reset_factor", "password_link", "resend"] as const;
export type Change = (typeof CHANGES)[number];

export const INVITATION_HOURS = 72;
/** A link for another password, that an admin has made. */
export const RESET_HOURS = 24;
/** The lifetime of a link that the user requested: shorter, because they are waiting for it. */
export const FORGOTTEN_HOURS = 1;

type Asked = {
  change: Change;
  /** The role that the person has, or is to have. */
  role: Role;
  hasProduction: boolean;
  /** The link goes to the person's own mailbox, and no admin sees it. */
  isMailed: boolean;
};

/**
 * Whether a second admin must approve. Users belong to both environments, so any production configuration counts. A
 * single admin must never gain a second identity with a permission under dual control: not by an invitation, an enabled
 * account, or another user's link to a password or from an invitation.
 */
export function needsSecondAdmin({ change, role, hasProduction, isMailed }: Asked): boolean {
  if (!hasProduction) return false;
  switch (change) {
    case "role":
    case "reset_factor":
      return true;
    case "invite":
    case "enable":
      return needsDualControl(role);
    case "password_link":
    case "resend":
      return needsDualControl(role) && !isMailed;
  }
}

/** How long after the nth try the next one is made, in minutes; null: it is given up, after some two hours. */
export const nextTryMinutes = (tries: number): number | null => (tries < 8 ? 2 ** (tries - 1) : null);
