import { canonical, type Fields } from "@/lib/payments-api/sign";
import { firstReferenceId } from "./reference";

/** The part of the vault that makes and checks keyed digests. */
export type Digester = {
  digest: (text: string) => string;
  checkDigest: (digest: string, text: string) => "match" | "mismatch" | "unknown_key";
};

/** The order that a digest belongs to, so that the digest of one order is worth nothing on another. */
export type OrderIdentity = { environment: string; type: string; referenceId: string };

/** The keyed digest of an order's terms. What is approved and what is sent must have the digest that was requested. */
export const digestOf = (vault: Digester, order: OrderIdentity, terms: Fields): string =>
  vault.digest(textOf(order, terms));

export const checkDigest = (vault: Digester, order: OrderIdentity & { digest: string }, terms: Fields) =>
  vault.checkDigest(order.digest, textOf(order, terms));

/** A reissued order has the digest of the first one: the suffix of its referenceId is left out. */
const textOf = ({ environment, type, referenceId }: OrderIdentity, terms: Fields): string =>
  canonical({ ...terms, environment, type, order: firstReferenceId(referenceId) });
