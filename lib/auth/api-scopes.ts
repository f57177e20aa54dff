import type { Permission } from "./permissions";

/** What an API key may be used for. No scope decides anything: deciding takes a person. */
export const API_SCOPES = [
  "payouts:request",
  "orders:read",
  "payees:read",
  "balances:read",
  "players:read",
  "events:read",
  "personal:read",
  "mcp:read",
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/**
 * The permissions of each scope. `personal:read`: names and accounts are not masked. `mcp:read` opens `/mcp` alone: an
 * endpoint of `/v1` asks for its own scope.
 */
const PERMISSIONS_OF = {
  "payouts:request": ["withdrawals:create"],
  "orders:read": ["transactions:read"],
  "payees:read": ["payees:read"],
  "balances:read": ["balances:read"],
  "players:read": ["players:read"],
  "events:read": ["events:read"],
  "personal:read": ["pii:read"],
  "mcp:read": [
    ...(["mcp:call", "transactions:read", "balances:read", "players:read"] as const),
    ...(["activity:read", "daily_close:read"] as const),
  ],
} as const satisfies Record<ApiScope, readonly Permission[]>;

/** Whether one of these scopes holds the permission. */
export const scopesCover = (scopes: readonly ApiScope[], permission: Permission): boolean =>
  scopes.some((scope) => PERMISSIONS_OF[scope].some((one: Permission) => one === permission));
