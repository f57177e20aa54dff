import { z } from "zod";
import type { WeakPassword } from "@/lib/auth/password-strength";
import { ROLES, type Role } from "@/lib/auth/permissions";
import type { ProposalFacts } from "@/lib/auth/proposal";
import { typedPassword } from "@/lib/auth/step-up-input";
import type { LinkKind } from "@/lib/email/templates";
import type { Environment } from "@/lib/environment";
import { findText, line, problem } from "@/lib/fields";
import { tooLong } from "@/lib/i18n/over-limit";
import type { Change } from "./state";

export const USERS_SHOWN = ["all", "active", "disabled", "invited"] as const;
export type UsersShown = (typeof USERS_SHOWN)[number];

export type UserState = "active" | "disabled";

/** A user, active or disabled. Times are ISO 8601. */
export type UserRow = {
  id: string;
  name: string;
  email: string;
  role: Role;
  state: UserState;
  hasFactor: boolean;
  /** Their role needs a second factor; until it is set up they can do nothing else. */
  needsFactor: boolean;
  lastSeenAt: string | null;
  isOneself: boolean;
};

/** The state of the e-mail with a link; null where the link was shown instead. */
export type MailView = { state: "waiting" | "sent" | "given_up"; failure: string | null; nextTryAt: string | null };

export type InvitationRow = {
  id: string;
  email: string;
  role: Role;
  by: string;
  at: string;
  expiresAt: string;
  isExpired: boolean;
  mail: MailView | null;
};

/** A proposed change of a user. */
export type ChangeView = {
  change: Change;
  /** Whom it is about: a name, or the address of whom is to be invited. */
  about: string;
  /** The role when it was proposed, and the one that it would be. */
  roleNow: Role | null;
  role: Role | null;
  /** The link to the account at the single sign-on issuer ends with it. */
  unlink: boolean;
};

export type ProposalView = ProposalFacts &
  ChangeView & {
    userId: string | null;
    /** The reader is its subject: another admin has to decide. */
    isAboutOneself: boolean;
  };

export type TeamView = {
  users: UserRow[];
  invitations: InvitationRow[];
  proposals: ProposalView[];
  /** How many other admins can apply what the reader proposes. */
  deciders: number;
  counts: Record<UsersShown, number>;
  /** Some changes wait for a second admin. */
  needsPair: boolean;
  sendsMail: boolean;
};

/** Something that this person did about signing in, or that an admin did about them. */
export type HistoryLine = {
  id: string;
  at: string;
  by: string;
  action: string;
  before: Role | null;
  after: Role | null;
  /** Of a proposal: which change, and of whom. */
  proposed: { change?: unknown; user?: unknown };
};

/** What a user knows or did of something that works without them. */
export type RemainsHow =
  | ("key_secret" | "former_key_secret")
  | ("signing_secret" | "former_signing_secret" | "added_endpoint")
  | "channel_address";

/** `shown`: the beginning of a key's secret, or the host of an address. `until`: when a former secret ends; else null. */
export type Remaining = {
  kind: "api_key" | "endpoint" | "channel";
  id: string;
  environment: Environment;
  name: string;
  shown: string;
  how: RemainsHow;
  until: string | null;
};

export type UserView = UserRow & {
  /** The newest first. */
  history: HistoryLine[];
  since: string;
  openSessions: number;
  proposal: ProposalView | null;
  /** How many admins besides the reader and this user can apply a change of this user. */
  deciders: number;
  /** The newest e-mail with a password reset link, while it is relevant. */
  mail: MailView | null;
  needsPair: boolean;
  sendsMail: boolean;
  /** Whether they can have a password here. */
  passwordSignIn: boolean;
  /** Whether an account at a single sign-on issuer is theirs. */
  isLinked: boolean;
  remains: Remaining[];
};

/** Why a link did not let its holder in. Where it is the name or the password, it can be tried again. */
export type NotEntered = { kind: "link_is_over" | "email_taken" | "no_name" | "no_passwords" } | WeakPassword;

/** What a link that works once is for, as its page says it. */
export type LinkView = { kind: LinkKind; email: string; role: Role | null };

/** A link that is shown now and never again. */
export type ShownLink = { url: string; email: string };

/** It was done, perhaps with a link to hand over; or it waits for a second admin. */
export type Outcome = { kind: "done"; link: ShownLink | null } | { kind: "proposed" };

const EMAIL_MAX = 254;

const email = z
  .string({ error: problem("required") })
  .trim()
  .min(1, problem("required"))
  .max(EMAIL_MAX, tooLong(EMAIL_MAX))
  .transform((text) => text.normalize("NFKC").toLowerCase())
  .pipe(z.email(problem("email")));

const role = z.enum(ROLES, problem("required"));

export const invitationInput = z.object({ email, role });
export const oneInvitation = z.object({ invitationId: z.uuid() });
export const oneUser = z.object({ userId: z.uuid() });
export const enabling = z.object({ userId: z.uuid(), unlink: z.boolean().optional() });
export type Enabling = z.output<typeof enabling>;
/** `seen`: the role on the page, so that nothing is changed that another admin has changed since. */
export const roleChange = z.object({ userId: z.uuid(), role, seen: role });

export const teamFilter = z.object({
  show: z.enum(USERS_SHOWN).catch("all"),
  q: findText(100),
  /** The form for an invitation is open. */
  invite: z.literal("1").optional().catch(undefined),
});
export type TeamFilter = z.output<typeof teamFilter>;

/** As `makeToken` writes it. */
export const linkToken = z.string().regex(/^[0-9a-f]{64}$/);

export const linkUse = z.object({
  token: linkToken,
  /** Asked for with an invitation only. */
  name: line(80).optional(),
  password: typedPassword,
});
export type LinkUse = z.output<typeof linkUse>;

export const passwordReset = z.object({ email });
