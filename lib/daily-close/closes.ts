import "server-only";
import { createHash } from "node:crypto";
import { and, asc, desc, eq, isNull, max } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { dailyCloses, dayReopenings } from "@/drizzle/schema/daily-closes";
import { users } from "@/drizzle/schema/users";
import type { Ctx } from "@/lib/auth/context";
import { openProposals } from "@/lib/auth/dual-control";
import type { Db, Tx } from "@/lib/db/connection";
import { lockNamed } from "@/lib/db/locks";
import type { Environment } from "@/lib/environment";
import { typedTextFor } from "@/lib/pii/access";
import { DAY_CHANGE } from "./day-change";
import type { DayDocument, DayProposal, EarlierClose } from "./schema";

/** The hash under which a day is closed, hexadecimal. */
export const hashOf = (document: string): string => createHash("sha256").update(document).digest("hex");

// Written by closeDay alone, and hashed: what does not match its hash is shown as such.
export const readDocument = (document: string): DayDocument => JSON.parse(document);

const reopened = and(
  eq(dayReopenings.environment, dailyCloses.environment),
  eq(dayReopenings.day, dailyCloses.day),
  eq(dayReopenings.version, dailyCloses.version),
);

const of = (environment: Environment, day: string) =>
  and(eq(dailyCloses.environment, environment), eq(dailyCloses.day, day));

/** Two changes of a day come one after another, each as the first of its transaction: what is in force is read after it. */
export const lockDay = (tx: Tx, environment: Environment, day: string) =>
  lockNamed(tx, `daily close ${environment} ${day}`);

/** The close of a day that is in force, or null. */
export async function closeInForce(db: Db | Tx, environment: Environment, day: string) {
  const { version, document, hash, closedAt } = dailyCloses;
  const [found] = await db
    .select({ version, document, hash, at: closedAt, by: users.name })
    .from(dailyCloses)
    .innerJoin(users, eq(users.id, dailyCloses.closedBy))
    .leftJoin(dayReopenings, reopened)
    .where(and(of(environment, day), isNull(dayReopenings.version)));
  return found ?? null;
}

/** The newest closes in force, the newest day first. */
export function closesInForce({ db, environment }: Ctx, most: number) {
  const { day, document, hash, closedAt } = dailyCloses;
  return db
    .select({ day, document, hash, at: closedAt, by: users.name })
    .from(dailyCloses)
    .innerJoin(users, eq(users.id, dailyCloses.closedBy))
    .leftJoin(dayReopenings, reopened)
    .where(and(eq(dailyCloses.environment, environment), isNull(dayReopenings.version)))
    .orderBy(desc(day))
    .limit(most);
}

/** The days whose close is in force. */
export async function closedDays({ db, environment }: Ctx): Promise<Set<string>> {
  const rows = await db
    .select({ day: dailyCloses.day })
    .from(dailyCloses)
    .leftJoin(dayReopenings, reopened)
    .where(and(eq(dailyCloses.environment, environment), isNull(dayReopenings.version)));
  return new Set(rows.map(({ day }) => day));
}

/** How often a day has been closed. */
export async function lastVersion(db: Db | Tx, environment: Environment, day: string): Promise<number> {
  const [last] = await db
    .select({ version: max(dailyCloses.version) })
    .from(dailyCloses)
    .where(of(environment, day));
  return last?.version ?? 0;
}

/** The closes of a day that were taken back, oldest first. */
export async function earlierCloses(ctx: Ctx, day: string): Promise<EarlierClose[]> {
  const { db, environment } = ctx;
  const [closer, proposer, confirmer] = [alias(users, "closer"), alias(users, "proposer"), alias(users, "confirmer")];
  const rows = await db
    .select({
      version: dailyCloses.version,
      hash: dailyCloses.hash,
      document: dailyCloses.document,
      at: dailyCloses.closedAt,
      by: closer.name,
      reopenedAt: dayReopenings.reopenedAt,
      reason: dayReopenings.reason,
      proposedBy: proposer.name,
      confirmedBy: confirmer.name,
    })
    .from(dailyCloses)
    .innerJoin(dayReopenings, reopened)
    .innerJoin(closer, eq(closer.id, dailyCloses.closedBy))
    .innerJoin(proposer, eq(proposer.id, dayReopenings.proposedBy))
    .innerJoin(confirmer, eq(confirmer.id, dayReopenings.confirmedBy))
    .where(of(environment, day))
    .orderBy(asc(dailyCloses.version));
  const typed = typedTextFor(ctx);
  return rows.map(({ version, hash, document, at, by, reopenedAt, reason, ...who }) => ({
    ...{ version, hash, by, at: at.toISOString(), figures: readDocument(document).figures },
    reopened: { at: reopenedAt.toISOString(), reason: typed(reason), ...who },
  }));
}

/** The open proposal for a day. */
export async function openProposal(ctx: Ctx, day: string): Promise<DayProposal | null> {
  const found = (await openProposals(ctx, DAY_CHANGE)).find(({ subject }) => subject === day)?.proposal;
  return found ? { ...found, reason: typedTextFor(ctx)(found.reason) } : null;
}
