import "server-only";
import type { webhookEndpoints } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/lib/auth/context";
import type { OutgoingFailure } from "@/lib/outgoing/request";
import { signedHeaders } from "./signature";

type Endpoint = Pick<
  typeof webhookEndpoints.$inferSelect,
  "sealedUrl" | "sealedSecret" | "sealedFormer" | "formerUntil"
>;

/** One signed request to an endpoint, and why it did not arrive. While a secret is being replaced both sign. */
export async function postSigned(
  { vault, now, post }: Ctx,
  endpoint: Endpoint,
  { id, body }: { id: string; body: string },
): Promise<OutgoingFailure | null> {
  const at = now();
  const open = (sealed: string | null) => (sealed === null ? null : vault.open("channel", sealed));
  const url = open(endpoint.sealedUrl);
  const isFormerValid = endpoint.formerUntil !== null && endpoint.formerUntil > at;
  const secrets = [open(endpoint.sealedSecret), isFormerValid ? open(endpoint.sealedFormer) : null];
  const usable = secrets.filter((secret) => secret !== null);
  if (url === null || usable.length === 0) {
    // AUTH_SECRET was replaced without its former value: the endpoint has to be added again.
    return { kind: "not_delivered", problem: "bad_address", status: null };
  }
  const left = await post({ url, headers: signedHeaders({ id, at, body }, usable), body });
  return left.ok ? null : left.error;
}
