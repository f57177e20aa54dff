import { z } from "zod";
import type { Merchant } from "../merchants/config";
import { takeNonce } from "../merchants/nonces";
import type { Sandbox } from "../sandbox";
import { canonical, isSignature } from "../wire/canonical";
import { Digits } from "../wire/digits";
import { readFlatJson } from "../wire/flat-json";
import { readInput, text } from "../wire/input";
import { invalid, Refusal } from "../wire/refusal";
import type { Fields } from "./endpoint";

const TOLERANCE_SECONDS = 300;

const nonceShape = z.object({ nonce: text(200) });

/** Who is calling, by key and address. This is decided before the body is read. */
export function identify({ merchants }: Sandbox, apiKey: string | undefined, ip: string | undefined): Merchant {
  const merchant = apiKey === undefined ? undefined : merchants.byKey(apiKey);
  if (!merchant) throw new Refusal(401, "Invalid API key");
  if (!ip || !merchant.allowedIps.includes(ip.replace(/^::ffff:/, ""))) throw new Refusal(403, "Invalid IP address.");
  return merchant;
}

/** Checks that this merchant signed the body just now, and uses up its nonce; returns the body's fields. */
export async function authenticate(
  { clock, pool }: Sandbox,
  merchant: Merchant,
  body: string,
  signature: string | undefined,
): Promise<Fields> {
  const read = readFlatJson(body);
  if (!read.ok) throw invalid(read.problem);
  const { fields } = read;

  if (!signature || !isCurrent(fields, clock.now())) throw new Refusal(400, "Invalid or expired timestamp");
  if (!isSignature(signature, canonical(fields), merchant.secretKey)) {
    throw new Refusal(merchant.announced.badSignature401 ? 401 : 400, "Invalid signature");
  }
  const { nonce } = readInput(nonceShape, fields);
  if (!(await takeNonce(pool, merchant.number, nonce))) throw invalid("nonce: was used before");
  return fields;
}

function isCurrent(fields: Fields, now: Date): boolean {
  const given = fields.get("timestamp");
  const timestamp = given instanceof Digits ? given.text : given;
  if (typeof timestamp !== "string" || !/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(Number(timestamp) - now.getTime() / 1000) <= TOLERANCE_SECONDS;
}
