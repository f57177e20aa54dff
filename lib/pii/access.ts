import type { Actor } from "@/lib/auth/actor";
import { scopesCover } from "@/lib/auth/api-scopes";
import { may } from "@/lib/auth/permissions";
import { masked } from "./mask";

type Reader = { actor: Actor };

/**
 * Whether the reader sees accounts and names whole. Who does not is shown masks and finds nothing by what is under them;
 * who then may ask to see one (`pii:reveal`) leaves a line in the audit log.
 */
export const seesPii = ({ actor }: Reader): boolean =>
  actor.kind === "api_key"
    ? scopesCover(actor.scopes, "pii:read")
    : actor.kind === "user" && !actor.isConfined && may(actor.role, "pii:read");

/** They may ask to be shown what is masked for them. */
export const mayReveal = ({ actor }: Reader): boolean => actor.kind === "user" && may(actor.role, "pii:reveal");

/** A user who hands a deposit's details over to the player must see the link and the account to pay to. */
export const handsOver = (reader: Reader): boolean =>
  seesPii(reader) || (reader.actor.kind === "user" && may(reader.actor.role, "deposits:create"));

/** Whether the reader sees lines of a ledger as they came: they name players. Who uploads ledgers knows them. */
export const seesLedgers = (reader: Reader): boolean =>
  seesPii(reader) || (reader.actor.kind === "user" && may(reader.actor.role, "reconciliation:change"));

/** How the reader is shown a reason or note that people typed: it may name players. */
export const typedTextFor =
  (reader: Reader) =>
  <Text extends string | null>(text: Text): Text | string =>
    text === null || seesLedgers(reader) ? text : masked("other", text);
