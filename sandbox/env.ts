import type { HttpBindings } from "@hono/node-server";
import type { Merchant } from "./merchants/config";

/** What Hono's context carries: Node's own request and response, and who is calling once that is known. */
export type Env = { Bindings: HttpBindings; Variables: { merchant?: Merchant } };
