import type { approvals } from "@/drizzle/schema/approvals";
import type { auditEvents } from "@/drizzle/schema/audit";
import type { deliveries } from "@/drizzle/schema/deliveries";
import type { deposits, paymentInstructions } from "@/drizzle/schema/deposits";
import type { discrepancies, discrepancyResolutions } from "@/drizzle/schema/discrepancies";
import type { attempts, exchanges, reports } from "@/drizzle/schema/evidence";
import type { payoutDismissals } from "@/drizzle/schema/follow-ups";
import type { notes } from "@/drizzle/schema/notes";
import type { registrationAttempts, registrationReports } from "@/drizzle/schema/registration-evidence";
import type { registrations } from "@/drizzle/schema/registrations";
import type { transactions } from "@/drizzle/schema/transactions";
import type { withdrawals } from "@/drizzle/schema/withdrawals";
import type { ApiFact } from "@/lib/api-drift/detect";
import type { AuditAction } from "@/lib/audit/audit-actions";
import type { Actor } from "@/lib/auth/actor";
import type { Vault } from "@/lib/auth/crypto";
import type { PaymentsApi } from "@/lib/payments-api/client";
import type { Service } from "../service";

/** What the console would have written, table by table. */
export const emptyRecords = () => ({
  transactions: [] as (typeof transactions.$inferInsert)[],
  withdrawals: [] as (typeof withdrawals.$inferInsert)[],
  deposits: [] as (typeof deposits.$inferInsert)[],
  approvals: [] as (typeof approvals.$inferInsert)[],
  registrations: [] as (typeof registrations.$inferInsert)[],
  exchanges: [] as (typeof exchanges.$inferInsert)[],
  attempts: [] as (typeof attempts.$inferInsert)[],
  registrationAttempts: [] as (typeof registrationAttempts.$inferInsert)[],
  deliveries: [] as (typeof deliveries.$inferInsert)[],
  reports: [] as (typeof reports.$inferInsert)[],
  registrationReports: [] as (typeof registrationReports.$inferInsert)[],
  paymentInstructions: [] as (typeof paymentInstructions.$inferInsert)[],
  discrepancies: [] as (typeof discrepancies.$inferInsert)[],
  discrepancyResolutions: [] as (typeof discrepancyResolutions.$inferInsert)[],
  payoutDismissals: [] as (typeof payoutDismissals.$inferInsert)[],
  notes: [] as (typeof notes.$inferInsert)[],
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
