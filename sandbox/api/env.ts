import type { HttpBindings } from "@hono/node-server";

/** What Hono's context carries on the merchants' side. */
export type Env = { Bindings: HttpBindings; Variables: { merchant: number } };
