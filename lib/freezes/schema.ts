import { z } from "zod";
import type { ProposalFacts } from "@/lib/auth/proposal";
import type { Environment } from "@/lib/environment";
import { reasonText } from "@/lib/fields";
import type { TransactionRow } from "@/lib/transactions/schema";

/** `database_changed`: the database is not the one that this console last wrote to. */
export const FREEZE_CAUSES = ["manual", "database_changed"] as const;
export type FreezeCause = (typeof FREEZE_CAUSES)[number];

/** Without a person the freeze covers the environment. */
export const freezeInput = z.object({ userId: z.uuid().nullable(), reason: reasonText });
export type FreezeInput = z.output<typeof freezeInput>;

export const resumeProposal = z.object({ freezeId: z.uuid() });

/** A create request that left this instance. */
export type SentOrder = { environment: Environment; referenceId: string; attemptId: string; at: string };

/** How a database differed from the one that was written to before, and what was sent from here and is not in it. */
export type DatabaseChange = {
  differences: ("system_identifier" | "timeline" | "audit_log" | "attempt" | "sent_elsewhere")[];
  /** The database's own time when it was found. */
  foundAt: string;
  /** When the orders were last marked: a further change may be found while payouts are frozen. */
  markedAt?: string;
  missing: Pick<SentOrder, "environment" | "referenceId" | "at">[];
};

/** An open freeze, as every page may say it. Times are ISO 8601. */
export type FreezeView = {
  id: string;
  cause: FreezeCause;
  /** Null where it covers the environment. */
  user: string | null;
  /** The keys whose secret this person knows, by name: the freeze covers them. None for a reader who may not freeze. */
  keys: string[];
  reason: string;
  /** Null where the console froze payouts itself. */
  by: string | null;
  at: string;
  /** The reader is the person whose payouts are frozen, or knows the secret of that key, and has no say in resuming them. */
  isOwn: boolean;
  /** How many users may have a say in resuming it. It takes two. */
  deciders: number;
  resumption: ProposalFacts | null;
};

/** Whose payouts can be frozen. `keys`: those whose secret this person knows, by name, which the freeze would cover. */
export type FreezableUser = { id: string; name: string; role: string; disabled: boolean; keys: string[] };

/**
 * An order that an earlier database may have sent, and a created order that is missing here.
 * @public
 */
export type AfterChange = {
  inQuestion: Pick<TransactionRow, "referenceId" | "type" | "currency" | "amount" | "submission" | "status">[];
  /** How many there are in all. */
  count: number;
  missing: DatabaseChange["missing"];
  differences: DatabaseChange["differences"];
};
