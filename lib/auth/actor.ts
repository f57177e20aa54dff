import type { ApiScope } from "./api-scopes";
import type { Machine, Role } from "./permissions";

/**
 * The actor of a change. Jobs and callbacks are actors too, so that the audit log names the origin of every change.
 * `anonymous` has not signed in; `system` is an operator on the server.
 */
export type User = {
  kind: "user";
  id: string;
  name: string;
  email: string;
  role: Role;
  /** Hash of the session id; absent where no session exists, as when a demo is filled. */
  session?: string;
  /** The role requires a second factor that is not set up yet: setting it up is all that is permitted. */
  isConfined?: true;
};
/** A system of the merchant. `id` is that of the row in `users` that stands for the key. */
export type ApiKey = { kind: "api_key"; id: string; name: string; scopes: readonly ApiScope[] };
type Other = { kind: Exclude<Machine, "api_key"> | "anonymous" | "system"; id: string; name: string };
export type Actor = User | ApiKey | Other;

export const ANONYMOUS: Actor = { kind: "anonymous", id: "anonymous", name: "anonymous" };
