import type { Actor } from "@/lib/auth/actor";
import { may } from "@/lib/auth/permissions";
import { seesPii } from "@/lib/pii/access";
import { masked } from "@/lib/pii/mask";

/** Whether the reader sees lines of a ledger as they came: they name players. Who uploads ledgers knows them. */
export const seesLedgers = (reader: { actor: Actor }): boolean =>
  seesPii(reader) || (reader.actor.kind === "user" && may(reader.actor.role, "reconciliation:change"));

/** How the reader is shown what people typed about a difference: it may name players. */
export const typedTextFor =
  (reader: { actor: Actor }) =>
  <Text extends string | null>(text: Text): Text | string =>
    text === null || seesLedgers(reader) ? text : masked("other", text);
