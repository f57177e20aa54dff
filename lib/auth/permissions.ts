/** The permissions of each role. Screens hide by them; use cases enforce them. */
export const ROLES = ["admin", "finance", "support", "ops", "approver", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** Actors that are not users, each named in the audit log. */
export const MACHINES = ["job", "callback", "api_key"] as const;
export type Machine = (typeof MACHINES)[number];

/** Whether a row of `users` is a person. The others stand for API keys, and can never sign in. */
export const isPerson = <U extends { role: Role | "api_key" }>(user: U): user is U & { role: Role } =>
  user.role !== "api_key";

/**
 * A viewer reads figures, orders and the log. A viewer changes nothing, sees no account, and makes the service answer only
 * for balances, banks and the connection.
 */
const TABLE = {
  "balances:read": ["admin", "finance", "support", "ops", "approver", "viewer", "job", "api_key"],
  "banks:read": ["admin", "finance", "support", "ops", "approver", "viewer"],
  "transactions:read": ["admin", "finance", "support", "ops", "approver", "viewer", "job", "callback", "api_key"],
  "transactions:read_raw": ["admin", "finance", "ops", "approver"],
  "transactions:check_status": ["admin", "finance", "support", "ops", "approver", "job"],
  "transactions:export": ["admin", "finance", "ops"],
  "transactions:note": ["admin", "finance", "support", "ops", "approver"],
  // Saved views, private or shared.
  "views:save": ["admin", "finance", "support", "ops", "approver"],
  // Moves no money; finance learns the outcome from bank statements.
  "discrepancies:resolve": ["admin", "finance", "approver"],
  // Two other users confirm that a lost order was not created; after that it may be sent again.
  "non_creation:attest": ["admin", "finance", "approver"],
  // Needs one user, as it only keeps money from leaving. A stopped order stays stopped.
  "orders:stop": ["admin", "ops", "approver"],
  // Freezing payouts needs one user, resuming two.
  "freezes:freeze": ["admin", "approver"],
  "freezes:resume": ["admin", "approver"],
  "withdrawals:create": ["admin", "ops", "api_key"],
  "withdrawals:approve": ["admin", "approver"],
  "payees:read": ["admin", "finance", "support", "ops", "approver", "viewer", "api_key"],
  // One user proposes, a second one approves.
  "payees:edit": ["admin", "ops"],
  "payees:approve": ["admin", "approver"],
  // Blocking needs one user, as it only keeps money from leaving; unblocking needs an approver.
  "payees:block": ["admin", "ops", "approver"],
  // Users who decide about anything that needs a second user.
  "approvals:read": ["admin", "finance", "approver"],
  // Only brings money in; support sends the link to the player.
  "deposits:create": ["admin", "support", "ops"],
  "deposits:send": ["job"],
  "approval_rules:read": ["admin", "finance", "ops", "approver", "viewer"],
  "approval_rules:change": ["admin"],
  "withdrawals:send": ["job"],
  "orders:recover": ["job"],
  "orders:poll": ["job"],
  // Accounts and names, shown whole. Support and finance reveal single values, which is audited; others see masks.
  "pii:read": ["admin", "ops", "approver", "api_key"],
  "pii:reveal": ["finance", "support"],
  "daily_close:read": ["admin", "finance", "ops", "approver", "viewer", "api_key"],
  "daily_close:close": ["admin", "finance"],
  "reconciliation:read": ["admin", "finance", "support", "ops", "approver", "viewer"],
  // Uploading a ledger, and finding out about its exceptions. Closing one above the approval rules takes two.
  "reconciliation:change": ["admin", "finance"],
  "reconciliation:export": ["admin", "finance", "ops"],
  "reconciliation:process": ["job"],
  // A month as one file for the books; downloading it is an export.
  "months:pack": ["admin", "finance"],
  "months:process": ["job"],
  "journal_accounts:change": ["admin", "finance"],
  // The query that reads the merchant's own database, and its first rows.
  "ledger_source:manage": ["admin"],
  // Names movements of the balance that no order explains. No figure changes by it.
  "movements:name": ["admin", "finance"],
  "audit:verify": ["admin"],
  "audit:read": ["admin"],
  "audit:export": ["admin"],
  "audit:export_heads": ["job"],
  "users:read": ["admin"],
  "users:change": ["admin"],
  "emails:send": ["job"],
  // Proposals that waited too long.
  "proposals:expire": ["job"],
  "metrics:read": ["job"],
  // Channels, and who is notified of what.
  "notifications:manage": ["admin"],
  "notifications:own": ["admin", "finance", "support", "ops", "approver", "viewer"],
  "notifications:send": ["job"],
  // Webhooks of the merchant's own systems.
  "webhooks:manage": ["admin"],
  "webhooks:send": ["job"],
  // Keys of the merchant's own systems. A key has at most the permissions in this table, and of them those of its scopes.
  "api_keys:manage": ["admin"],
  // The feed of changes. Users have the activity page.
  "events:read": ["api_key"],
  // The tools of `/mcp`, which read and always mask.
  "mcp:call": ["api_key"],
  "security:own": ["admin", "finance", "support", "ops", "approver", "viewer"],
  "players:read": ["admin", "finance", "support", "ops", "approver", "viewer", "api_key"],
  "players:export": ["admin", "finance", "ops"],
  "players:check_status": ["admin", "finance", "support", "ops", "approver", "job"],
  "players:poll": ["job"],
  "players:register": ["admin", "ops"],
  "players:send": ["job"],
  "activity:read": ["admin", "finance", "support", "ops", "approver", "viewer", "api_key"],
  "callbacks:read": ["admin", "finance", "ops", "approver"],
  "callbacks:change": ["admin"],
  "deliveries:receive": ["callback"],
  "deliveries:process": ["job"],
  "deliveries:recheck": ["admin", "finance", "ops"],
  "raw_data:delete": ["job"],
  // Encrypts stored secrets with the current AUTH_SECRET after a rotation.
  "secrets:seal_again": ["job"],
  "backfill:start": ["admin", "finance", "ops"],
  "backfill:poll": ["job"],
  "api_status:check": ["admin", "finance", "support", "ops", "approver", "viewer"],
} as const satisfies Record<string, readonly (Role | Machine)[]>;

export type Permission = keyof typeof TABLE;

/** Permissions to send money, to approve it, or to decide who may. */
const MOVING_MONEY: readonly Permission[] = [
  "withdrawals:create",
  "withdrawals:approve",
  "payees:approve",
  "approval_rules:change",
  "users:change",
];

/** Granting one of these in production needs two admins. */
const UNDER_DUAL_CONTROL: readonly Permission[] = [
  ...MOVING_MONEY,
  "callbacks:change",
  "non_creation:attest",
  "discrepancies:resolve",
  "pii:read",
  "pii:reveal",
];

export const PERMISSIONS = Object.keys(TABLE).filter((name): name is Permission => name in TABLE);

export function may(who: Role | Machine, permission: Permission): boolean {
  const allowed: readonly (Role | Machine)[] = TABLE[permission];
  return allowed.includes(who);
}

const holdsAny = (role: Role, permissions: readonly Permission[]) =>
  permissions.some((permission) => may(role, permission));

export const movesMoney = (role: Role): boolean => holdsAny(role, MOVING_MONEY);

/** Whether two admins must agree before a user gets this role, or gets access again with it. */
export const needsDualControl = (role: Role, marked = UNDER_DUAL_CONTROL): boolean => holdsAny(role, marked);
