import type { Actor } from "@/lib/auth/actor";
import { may } from "@/lib/auth/permissions";
import { seesPii } from "@/lib/pii/access";

/** Whether the reader sees lines of a ledger as they came: they name players. Who uploads ledgers knows them. */
export const seesLedgers = (reader: { actor: Actor }): boolean =>
  seesPii(reader) || (reader.actor.kind === "user" && may(reader.actor.role, "reconciliation:change"));
