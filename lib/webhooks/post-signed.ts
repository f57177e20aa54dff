import "server-only";
import type { webhookEndpoints } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/lib/auth/context";
import type { OutgoingFailure } from "@/lib/outgoing/request";
import { signedHeaders } from "./signature";

type Endpoint = Pick<
  typeof webhookEndpoints.$inferSelect,
  "sealedUrl" | "sealedSecret" | "sealedFormer" | "formerUntil"
>;

/** The secrets that sign now, the newest first. The former ones are encrypted as one text, with spaces between them. */
export function validSecrets({ vault, now }: Ctx, { sealedSecret, sealedFormer, formerUntil }: Endpoint): string[] {
  const isFormerValid = formerUntil !== null && formerUntil > now();
  const texts = [sealedSecret, isFormerValid ? sealedFormer : null].map(
    (sealed) => sealed && vault.open("channel", sealed),
  );
  return texts.flatMap((text) => text?.split(" ") ?? []);
}

/** One signed request to an endpoint, and why it did not arrive. While a secret is being replaced several sign. */
export async function postSigned(
  ctx: Ctx,
  endpoint: Endpoint,
  { id, body }: { id: string; body: string },
): Promise<OutgoingFailure | null> {
  const url = endpoint.sealedUrl && ctx.vault.open("channel", endpoint.sealedUrl);
  const secrets = validSecrets(ctx, endpoint);
  if (!url || secrets.length === 0) {
    return { kind: "not_delivered", problem: "sealed_with_another_secret", status: null };
  }
  const left = await ctx.post({ url, headers: signedHeaders({ id, at: ctx.now(), body }, secrets), body });
  return left.ok ? null : left.error;
}
