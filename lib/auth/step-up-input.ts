import { z } from "zod";
import { parsedJson } from "@/lib/fields";
import { PASSWORD_MAX } from "./password-rules";
import type { Proof } from "./step-up";

const base64url = z
  .string()
  .max(16_384)
  .regex(/^[\w-]*$/);

/** A passkey's response as browsers serialise it. The verifier checks its content. */
const assertion = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
  clientExtensionResults: z.object({}),
});

const proof = z.discriminatedUnion("by", [
  z.object({ by: z.literal("password"), password: z.string().min(1).max(PASSWORD_MAX) }),
  z.object({ by: z.literal("code"), code: z.string().max(64).transform(plainDigits) }),
  z.object({ by: z.literal("recovery_code"), code: z.string().min(1).max(64) }),
  z.object({ by: z.literal("passkey"), response: assertion }),
]);

/** Six digits, full-width or half-width, with any spaces. */
export function plainDigits(typed: string): string {
  return typed.normalize("NFKC").replaceAll(/\s/g, "");
}

/** The proof sent as JSON in a form field; null if invalid. */
export function proofInput(sent: string | undefined): Proof | null {
  const read = proof.safeParse(sent === undefined ? undefined : parsedJson(sent));
  if (!read.success) return null;
  if (read.data.by !== "passkey") return read.data;
  const { userHandle, ...response } = read.data.response.response;
  return {
    by: "passkey",
    response: { ...read.data.response, response: { ...response, ...(userHandle !== undefined && { userHandle }) } },
  };
}
