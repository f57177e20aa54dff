import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";

/*
 * While a new version is rolled out, instances of the one before it run on the schema that the new one has migrated. So
 * a migration may add, and takes nothing away that an older instance reads, writes or leaves out.
 */
const META = "drizzle/migrations/meta";

const column = z.object({
  type: z.string(),
  notNull: z.boolean(),
  default: z.unknown().optional(),
  identity: z.unknown().optional(),
  /** The database computes it by itself: nobody may write it, so nobody leaves it out. */
  generated: z.unknown().optional(),
});
const unique = z.record(z.string(), z.object({ columns: z.array(z.string()) }));
const snapshot = z.object({
  tables: z.record(
    z.string(),
    z.object({
      columns: z.record(z.string(), column),
      uniqueConstraints: unique,
      checkConstraints: z.record(z.string(), z.unknown()),
      indexes: z.record(z.string(), z.object({ isUnique: z.boolean() })),
    }),
  ),
  enums: z.record(z.string(), z.object({ values: z.array(z.string()) })),
});
/** Released before the first instance ran beside another. */
const KNOWN: Record<string, string[]> = {
  "0010": ["public.registration_rows.due_at is needed, and older instances leave it out"],
};

type Snapshot = z.output<typeof snapshot>;

/** Why an instance that knows only `older` could fail on `newer`. */
function troubles(older: Snapshot, newer: Snapshot): string[] {
  const inTables = Object.entries(older.tables).flatMap(([name, before]) => {
    const now = newer.tables[name];
    if (!now) return [`${name} is gone`];
    const old = Object.entries(before.columns).flatMap(([field, was]) => {
      const is = now.columns[field];
      if (!is) return [`${name}.${field} is gone`];
      if (is.type !== was.type) return [`${name}.${field} was ${was.type} and is ${is.type}`];
      if (is.notNull && !was.notNull) return [`${name}.${field} may no longer be empty`];
      const hadDefault = was.default !== undefined || was.identity !== undefined;
      return hadDefault && is.default === undefined && is.identity === undefined
        ? [`${name}.${field} lost its default`]
        : [];
    });
    const added = Object.entries(now.columns).flatMap(([field, is]) => {
      const fillsItself = is.default !== undefined || is.identity !== undefined || is.generated !== undefined;
      const isLeftOut = !(field in before.columns) && is.notNull && !fillsItself;
      return isLeftOut ? [`${name}.${field} is needed, and older instances leave it out`] : [];
    });
    const isNew = (kept: object) => (rule: string) => !(rule in kept);
    const rules = [
      ...Object.keys(now.uniqueConstraints).filter(isNew(before.uniqueConstraints)),
      ...Object.keys(now.checkConstraints).filter(isNew(before.checkConstraints)),
      ...Object.keys(now.indexes).filter((index) => now.indexes[index]?.isUnique && !(index in before.indexes)),
    ].map((rule) => `${name} has a new rule: ${rule}`);
    return [...old, ...added, ...rules];
  });
  const inEnums = Object.entries(older.enums).flatMap(([name, { values }]) =>
    values.filter((value) => !newer.enums[name]?.values.includes(value)).map((value) => `${name} lost “${value}”`),
  );
  return [...inTables, ...inEnums];
}

const snapshots = readdirSync(META)
  .filter((file) => file.endsWith("_snapshot.json"))
  .toSorted()
  .map((file) => ({
    number: file.slice(0, 4),
    schema: snapshot.parse(JSON.parse(readFileSync(join(META, file), "utf8"))),
  }));

describe("an instance of the version before", () => {
  test.each(snapshots.slice(1).map((now, at) => [now.number, now.schema, snapshots[at]!.schema] as const))(
    "goes on beside migration %s",
    (number, newer, older) => {
      expect(troubles(older, newer)).toEqual(KNOWN[number] ?? []);
    },
  );

  test("would not go on beside what takes away, and this test would say so", () => {
    const { schema } = snapshots.at(-1)!;
    const changed = structuredClone(schema);
    const transactions = changed.tables["public.transactions"]!;
    delete changed.tables["public.seats"];
    delete transactions.columns.amount;
    transactions.columns.fee!.notNull = true;
    transactions.columns.player_id!.type = "uuid";
    transactions.columns.asks!.default = undefined;
    transactions.columns.reason = { type: "text", notNull: true };
    transactions.uniqueConstraints.one_a_player = { columns: ["player_id"] };
    changed.enums["public.submission"]!.values.shift();
    expect(troubles(schema, changed).toSorted()).toEqual([
      "public.seats is gone",
      "public.submission lost “awaiting approval”",
      "public.transactions has a new rule: one_a_player",
      "public.transactions.amount is gone",
      "public.transactions.asks lost its default",
      "public.transactions.fee may no longer be empty",
      "public.transactions.player_id was text and is uuid",
      "public.transactions.reason is needed, and older instances leave it out",
    ]);
  });
});
