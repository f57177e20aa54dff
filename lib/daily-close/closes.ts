import "server-only";
import { createHash } from "node:crypto";
import { and, asc, between, eq, isNull, min } from "drizzle-orm";
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

/** Two changes of a day come one after another, each as the first of its transaction: what is in force is read after it. */
export const lockDay = (tx: Tx, environment: Environment, day: string) =>
  lockNamed(tx, `daily close ${environment} ${day}`);

type From = { db: Pick<Db | Tx, "select">; environment: Environment };
export type Close = Awaited<ReturnType<typeof closesOf>>[number];

/** Every close of these days, also those that were taken back, in their order. */
export function closesOf({ db, environment }: From, firstDay: string, lastDay = firstDay) {
  const { day, version, document, hash, closedAt } = dailyCloses;
  const { reopenedAt, reason } = dayReopenings;
  const [closer, proposer, confirmer] = [alias(users, "closer"), alias(users, "proposer"), alias(users, "confirmer")];
  return db
    .select({
      ...{ day, version, document, hash, at: closedAt, by: closer.name },
      ...{ reopenedAt, reason, proposedBy: proposer.name, confirmedBy: confirmer.name },
    })
    .from(dailyCloses)
    .innerJoin(closer, eq(closer.id, dailyCloses.closedBy))
    .leftJoin(dayReopenings, reopened)
    .leftJoin(proposer, eq(proposer.id, dayReopenings.proposedBy))
    .leftJoin(confirmer, eq(confirmer.id, dayReopenings.confirmedBy))
    .where(and(eq(dailyCloses.environment, environment), between(day, firstDay, lastDay)))
    .orderBy(asc(day), asc(version));
}

export const isInForce = ({ reopenedAt }: Close): boolean => reopenedAt === null;

/** The close of a day that is in force, or null. */
export const closeInForce = async (from: From, day: string): Promise<Close | null> =>
  (await closesOf(from, day)).find(isInForce) ?? null;

/** The days whose close is in force. */
export async function closedDays({ db, environment }: Ctx): Promise<Set<string>> {
  const rows = await db
    .select({ day: dailyCloses.day })
    .from(dailyCloses)
    .leftJoin(dayReopenings, reopened)
    .where(and(eq(dailyCloses.environment, environment), isNull(dayReopenings.version)));
  return new Set(rows.map(({ day }) => day));
}

/** The earliest day that was ever closed; null where none was. */
export async function firstDayClosed({ db, environment }: From): Promise<string | null> {
  const { day } = dailyCloses;
  const [first] = await db
    .select({ day: min(day) })
    .from(dailyCloses)
    .where(eq(dailyCloses.environment, environment));
  return first?.day ?? null;
}

/** Of the closes of a day those that were taken back. */
export function earlierCloses(ctx: Ctx, closes: Close[]): EarlierClose[] {
  const typed = typedTextFor(ctx);
  return closes.flatMap(({ version, hash, document, at, by, reopenedAt, reason, proposedBy, confirmedBy }) =>
    reopenedAt === null
      ? []
      : {
          ...{ version, hash, by, at: at.toISOString(), figures: readDocument(document).figures },
          reopened: {
            ...{ at: reopenedAt.toISOString(), reason: typed(reason ?? "") },
            ...{ proposedBy: proposedBy ?? "", confirmedBy: confirmedBy ?? "" },
          },
        },
  );
}

export async function openProposal(ctx: Ctx, day: string): Promise<DayProposal | null> {
  const found = (await openProposals(ctx, DAY_CHANGE)).find(({ subject }) => subject === day)?.proposal;
  return found ? { ...found, reason: typedTextFor(ctx)(found.reason) } : null;
}
