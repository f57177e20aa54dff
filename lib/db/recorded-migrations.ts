import "server-only";

/** A migration that a database has had. `created_at` is its time in the journal, `hash` that of its text. */
export type RecordedMigration = { created_at: string; hash: string };

export const RECORDED_MIGRATIONS = "select created_at, hash from drizzle.__drizzle_migrations";

/**
 * The first migration that this build and the database have with different texts: until version 1.0 the baseline is
 * written again under the same times. Newer migrations of either side are not compared, while versions change.
 */
export function differingMigration<T extends { when: number; hash: string }>(
  ours: T[],
  recorded: RecordedMigration[],
): T | undefined {
  return ours.find(({ when, hash }) => recorded.some((one) => Number(one.created_at) === when && one.hash !== hash));
}
