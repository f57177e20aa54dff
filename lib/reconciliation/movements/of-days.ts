import "server-only";
import { sql } from "drizzle-orm";
import { type From, readMovements, seenOn, sumMovements } from "./read-movements";
import type { MovementRow, MovementSum } from "./schema";

type Days = { firstDay: string; lastDay: string };

/** The movements of Tokyo days, both ends included, that no order explains: in sum by currency and name. */
export const movementSums = (from: From, days: Days): Promise<MovementSum[]> => sumMovements(from, seenOn(days));

/** The same one by one with their names, the newest first. */
export const movementsOfDays = (from: From, days: Days): Promise<MovementRow[]> =>
  readMovements(from, sql`m.explained_at is null and ${seenOn(days)}`);
