import type { Machine, Role } from "./permissions";

/**
 * Who acts. Jobs and callbacks are actors too, so that the audit log names the origin of every change. `anonymous` has
 * not signed in; `system` is an operator at the machine itself.
 */
export type User = {
  kind: "user";
  id: string;
  name: string;
  email: string;
  role: Role;
  /** The hash of the session's id; absent where a person is acted for without one, as when a demo is filled in. */
  session?: string;
  /** Their role needs a second factor and they have none yet: all they may do is to set one up. */
  isConfined?: true;
};
export type Actor = User | { kind: Machine | "anonymous" | "system"; id: string; name: string };

export const ANONYMOUS: Actor = { kind: "anonymous", id: "anonymous", name: "anonymous" };
