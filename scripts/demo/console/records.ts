import { approvals } from "@/drizzle/schema/approvals";
import type { auditEvents } from "@/drizzle/schema/audit";
import { deliveries } from "@/drizzle/schema/deliveries";
import { deposits, paymentInstructions } from "@/drizzle/schema/deposits";
import { discrepancies, discrepancyResolutions } from "@/drizzle/schema/discrepancies";
import { attempts, exchanges, reports } from "@/drizzle/schema/evidence";
import { orderDismissals } from "@/drizzle/schema/follow-ups";
import { notes } from "@/drizzle/schema/notes";
import { registrationAttempts, registrationReports } from "@/drizzle/schema/registration-evidence";
import { registrations } from "@/drizzle/schema/registrations";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { ApiFact } from "@/lib/api-drift/detect";
import type { AuditAction } from "@/lib/audit/audit-actions";
import type { Actor } from "@/lib/auth/actor";
import type { Vault } from "@/lib/auth/crypto";
import type { PaymentsApi } from "@/lib/payments-api/client";
import type { Service } from "../service";

/** Each refers to those before it. */
export const TABLES = {
  ...{ transactions, withdrawals, deposits, approvals, registrations, exchanges, attempts, registrationAttempts },
  ...{ deliveries, reports, registrationReports, paymentInstructions, discrepancies, discrepancyResolutions },
  ...{ orderDismissals, notes },
};
type Rows = { [Name in keyof typeof TABLES]: (typeof TABLES)[Name]["$inferInsert"][] };

/** What the console would have written, table by table. */
export const emptyRecords = () => ({
  ...(Object.fromEntries(Object.keys(TABLES).map((name) => [name, []])) as unknown as Rows),
  audit: [] as (typeof auditEvents.$inferInsert)[],
  /** By what shows them: every message of a kind shows the same. */
  facts: new Map<string, { facts: ApiFact[]; from: Date; until: Date }>(),
});
export type Records = ReturnType<typeof emptyRecords>;

export type Recorder = {
  records: Records;
  vault: Vault;
  service: Service;
  /** Where the pages for payers are. */
  payUrl: string;
  at: Date;
  /** By their e-mail. */
  person: (email: string) => Actor & { id: string };
  /** Makes requests as they would have been made at that moment. */
  apiAt: (at: Date, nonce: string) => Pick<PaymentsApi, "prepareWithdraw" | "prepareDeposit" | "prepareKycRegister">;
  /** What was available then, as answers about orders say it. */
  available: (currency: string, at: Date) => string;
};

export const ENVIRONMENT = "sandbox" as const;

export const job = (id: string): Actor => ({ kind: "job", id, name: id });

type Line = { at: Date; actor: Actor; action: AuditAction; subject: string; detail?: Record<string, unknown> };

export function audit({ records }: Pick<Recorder, "records">, { at, actor, action, subject, detail = {} }: Line): void {
  const who = { actorKind: actor.kind, actorId: actor.id, actorName: actor.name };
  records.audit.push({ at, environment: ENVIRONMENT, ...who, action, subject, detail });
}

/** Keeps what messages of a kind show of the service's interface, and between which moments they were seen. */
export function seen({ facts }: Records, kind: string, at: Date, show: () => ApiFact[]): void {
  const known = facts.get(kind) ?? { facts: show(), from: at, until: at };
  if (at < known.from) known.from = at;
  if (at > known.until) known.until = at;
  facts.set(kind, known);
}
