import { z } from "zod";
import type { Merchant } from "../merchants/file";
import type { Sandbox } from "../sandbox";
import { canonical, isSignature } from "../wire/canonical";
import { Digits } from "../wire/digits";
import { type FlatValue, readFlatJson } from "../wire/flat-json";
import { readInput, text } from "../wire/input";
import { invalid, Refusal } from "../wire/refusal";
import { Nonce } from "./nonce";

const TOLERANCE_SECONDS = 300;

const nonceShape = z.object({ nonce: text(200) });

/** Who is calling, by key and address. This is asked before a byte of the body is read. */
export function identify({ merchants }: Sandbox, apiKey: string | undefined, ip: string | undefined): Merchant {
  const merchant = apiKey === undefined ? undefined : merchants.byKey(apiKey);
  if (!merchant) throw new Refusal(401, "Invalid API key");
  if (!ip || !merchant.allowedIps.includes(ip.replace(/^::ffff:/, ""))) throw new Refusal(403, "Invalid IP address.");
  return merchant;
}

/** Proves that the body was signed by this merchant, and now; gives its fields and the nonce that lets it count once. */
export function prove(
  { clock, takeNonce }: Sandbox,
  merchant: Merchant,
  body: string,
  signature: string | undefined,
): { fields: Map<string, FlatValue>; nonce: Nonce } {
  const read = readFlatJson(body);
  if (!read.ok) throw invalid(read.problem);
  const { fields } = read;

  if (!signature || !isCurrent(fields, clock.now())) throw new Refusal(400, "Invalid or expired timestamp");
  if (!isSignature(signature, canonical(fields), merchant.secretKey)) {
    throw new Refusal(merchant.announced.badSignature401 ? 401 : 400, "Invalid signature");
  }
  const { nonce } = readInput(nonceShape, fields);
  return { fields, nonce: new Nonce(nonce, () => takeNonce(merchant.number, nonce)) };
}

function isCurrent(fields: ReadonlyMap<string, FlatValue>, now: Date): boolean {
  const given = fields.get("timestamp");
  const timestamp = given instanceof Digits ? given.text : given;
  if (typeof timestamp !== "string" || !/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(Number(timestamp) - now.getTime() / 1000) <= TOLERANCE_SECONDS;
}
