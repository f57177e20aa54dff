import { z } from "zod";
import { parsedJson, problem } from "@/lib/fields";
import { tooLong } from "@/lib/i18n/over-limit";
import { PASSWORD_MAX } from "./password-rules";
import type { Proof } from "./step-up";

export const base64url = z
  .string()
  .max(16_384)
  .regex(/^[\w-]*$/);

/** A passkey's response as browsers serialise it. The verifier checks its content. */
export const passkeyResponse = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({
    id: base64url,
    rawId: base64url,
    type: z.literal("public-key"),
    response: z.object({ clientDataJSON: base64url, ...shape }),
    clientExtensionResults: z.object({}),
  });
const assertion = passkeyResponse({
  ...{ authenticatorData: base64url, signature: base64url },
  userHandle: base64url.exactOptional(),
});

const proof = z.discriminatedUnion("by", [
  z.object({ by: z.literal("password"), password: z.string().min(1).max(PASSWORD_MAX) }),
  z.object({ by: z.literal("code"), code: z.string().max(64).transform(plainDigits) }),
  z.object({ by: z.literal("recovery_code"), code: z.string().min(1).max(64) }),
  z.object({ by: z.literal("passkey"), response: assertion }),
]);

/** A password as a form sends it. */
export const typedPassword = z
  .string({ error: problem("required") })
  .min(1, problem("required"))
  .max(PASSWORD_MAX, tooLong(PASSWORD_MAX));

/** Six digits, full-width or half-width, with any spaces. */
export function plainDigits(typed: string): string {
  return typed.normalize("NFKC").replaceAll(/\s/g, "");
}

/** The proof sent as JSON in a form field; null if invalid. */
export function proofInput(sent: string | undefined): Proof | null {
  return proof.safeParse(sent === undefined ? undefined : parsedJson(sent)).data ?? null;
}
