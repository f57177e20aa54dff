import { createHash } from "node:crypto";
import { canonical, type Fields } from "@/lib/payments-api/sign";

/** SHA-256 of an order's terms in canonical form, as lower-case hex. What is sent must have the digest that was asked for. */
export const digestOf = (terms: Fields) => createHash("sha256").update(canonical(terms)).digest("hex");
