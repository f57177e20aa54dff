import type { HttpBindings } from "@hono/node-server";

/** What Hono's context carries on both sides. */
export type Env = { Bindings: HttpBindings };
