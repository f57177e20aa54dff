import { canonical, type Fields } from "@/lib/payments-api/sign";
import { firstReferenceId } from "./reference";

/** The part of the vault that creates and verifies keyed digests. */
export type Digester = {
  digest: (text: string) => string;
  checkDigest: (digest: string, text: string) => "match" | "mismatch" | "unknown_key";
};

/** The order that a digest belongs to, so that it is not valid for another. */
export type OrderIdentity = { environment: string; type: string; referenceId: string };

/** The keyed digest of an order's terms. What is approved and submitted must match the requested digest. */
export const digestOf = (vault: Digester, order: OrderIdentity, terms: Fields): string =>
  vault.digest(textOf(order, terms));

export const checkDigest = (vault: Digester, order: OrderIdentity & { digest: string }, terms: Fields) =>
  vault.checkDigest(order.digest, textOf(order, terms));

/** A reissued order keeps the first digest: the suffix of its referenceId is left out. */
const textOf = ({ environment, type, referenceId }: OrderIdentity, terms: Fields): string =>
  canonical({ ...terms, environment, type, order: firstReferenceId(referenceId) });
