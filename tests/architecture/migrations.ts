/** What a migration may not do while the former version serves: rewrite, scan or lock a table that has rows. */
export type Migration = { tag: string; sql: string };

const OUTSIDE = /^-- outside a transaction$/m;

/** A table that the former version no longer uses may go, when the file says since which version that is so. */
const CONTRACT = /^-- contract: unused since \d+\.\d+\.\d+$/m;

const TABLE = String.raw`"?(?:public"?\.)?"?(\w+)"?`;
const VOLATILE = /default\s+(?:gen_random_uuid|random|clock_timestamp|nextval|uuidv7)\s*\(|\b(?:big|small)?serial\b/i;

type Rule = {
  pattern: RegExp;
  because: string;
  unless?: (statement: string, migration: Migration, before: Migration[]) => boolean;
};

const isOutside = (_: string, { sql }: Migration) => OUTSIDE.test(sql);
const isContract = (_: string, { sql }: Migration) => CONTRACT.test(sql);

/** Group 1 is the table. A table that the same file creates is empty and may be treated in any way. */
const RULES: Rule[] = [
  {
    pattern: new RegExp(
      String.raw`^create\s+(?:unique\s+)?index\s+(?!concurrently).*?\son\s+(?:only\s+)?${TABLE}`,
      "is",
    ),
    because: "an index locks the table against writes: CREATE INDEX CONCURRENTLY in a file of its own",
  },
  {
    pattern: new RegExp(String.raw`^alter\s+table.*${TABLE}\s.*alter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b`, "is"),
    because: "another type rewrites the table: add a column, let a job copy, drop the former one later",
  },
  {
    pattern: new RegExp(
      String.raw`^alter\s+table\s+(?:only\s+)?${TABLE}\s+add\s+(?:column\s+)?(?!constraint).*\bstored\b`,
      "is",
    ),
    because: "a stored generated column rewrites the table: an ordinary column and a trigger",
  },
  {
    pattern: new RegExp(String.raw`^alter\s+table\s+(?:only\s+)?${TABLE}\s+add\s+(?:column\s+)?(?!constraint).*`, "is"),
    because:
      "a default that differs from row to row rewrites the table: add the column without it, then set the default",
    unless: (statement) => !VOLATILE.test(statement),
  },
  {
    pattern: new RegExp(
      String.raw`^alter\s+table\s+(?:only\s+)?${TABLE}\s+add\s+(?:column\s+)?(?!constraint).*not\s+null`,
      "is",
    ),
    because: "a column that must have a value refuses the rows of the former version: give it a default",
    unless: (statement) => /\bdefault\b/i.test(statement),
  },
  {
    pattern: new RegExp(
      String.raw`^alter\s+table\s+(?:only\s+)?${TABLE}\s+alter\s+(?:column\s+)?"?\w+"?\s+set\s+not\s+null`,
      "is",
    ),
    because:
      "SET NOT NULL scans the table: first a CHECK named TABLE_COLUMN_not_null, validated by an earlier migration",
    unless: hasValidatedCheck,
  },
  {
    pattern: new RegExp(
      String.raw`^alter\s+table\s+(?:only\s+)?${TABLE}\s+add\s+constraint.*\b(?:foreign\s+key|check)\b`,
      "is",
    ),
    because: "a new constraint checks every row under a lock: NOT VALID, and VALIDATE in the next migration",
    unless: (statement) => /\bnot\s+valid\s*$/i.test(statement),
  },
  {
    pattern: new RegExp(
      String.raw`^alter\s+table\s+(?:only\s+)?${TABLE}\s+add\s+constraint.*\b(?:unique|primary\s+key)\b`,
      "is",
    ),
    because: "a key builds its index under a lock: CREATE UNIQUE INDEX CONCURRENTLY first, then USING INDEX",
    unless: (statement) => /\busing\s+index\b/i.test(statement),
  },
  {
    pattern: new RegExp(String.raw`^alter\s+table\s+(?:only\s+)?${TABLE}\s+validate\s+constraint\s+"?(\w+)"?`, "is"),
    because: "adding and validating in one migration keeps the lock: VALIDATE in the next one",
    unless: (statement, { sql }) => !new RegExp(`add\\s+constraint\\s+"?${lastWord(statement)}"?\\b`, "i").test(sql),
  },
  {
    pattern: new RegExp(String.raw`^(?:update|delete\s+from)\s+(?:only\s+)?${TABLE}`, "is"),
    because: "changing rows in a migration locks them until it ends: a job changes them in batches",
  },
  {
    pattern: new RegExp(String.raw`^(?:truncate|cluster|vacuum\s+full|lock)\s+(?:table\s+)?${TABLE}`, "is"),
    because: "it locks the whole table",
  },
  {
    pattern: new RegExp(String.raw`^reindex\s+(?!.*concurrently).*?${TABLE}\s*$`, "is"),
    because: "it locks the table against writes: REINDEX … CONCURRENTLY",
  },
  {
    pattern: new RegExp(
      String.raw`^drop\s+table\s+(?:if\s+exists\s+)?${TABLE}|^alter\s+table\s+(?:only\s+)?${TABLE}\s+(?:drop\s+(?:column\s+)?(?!constraint)|rename)`,
      "is",
    ),
    because: "the former version still uses it: say since which it does not (-- contract: unused since 1.2.0)",
    unless: isContract,
  },
  {
    pattern: /^(?:create\s+(?:unique\s+)?index|drop\s+index|reindex)\b.*\bconcurrently\b/is,
    because: "it cannot be in a transaction: -- outside a transaction, as the first line of a file of its own",
    unless: isOutside,
  },
  {
    pattern: /^create\s+(?:unique\s+)?index\s+concurrently\s+(?!if\s+not\s+exists)/is,
    because: "an interrupted migration is run again: IF NOT EXISTS",
  },
  {
    pattern: /^drop\s+index\s+concurrently\s+(?!if\s+exists)/is,
    because: "an interrupted migration is run again: IF EXISTS",
  },
  {
    pattern: /^(?!.*\bconcurrently\b|alter\s+type\s.*\badd\s+value\s+if\s+not\s+exists\b).*/is,
    because: "outside a transaction only CONCURRENTLY and ALTER TYPE … ADD VALUE IF NOT EXISTS belong",
    unless: (statement, migration) => !isOutside(statement, migration),
  },
];

const lastWord = (statement: string) => /(\w+)"?\s*;?\s*$/.exec(statement)?.[1] ?? "";

function hasValidatedCheck(statement: string, _: Migration, before: Migration[]): boolean {
  const [, table, column] =
    new RegExp(String.raw`^alter\s+table\s+(?:only\s+)?${TABLE}\s+alter\s+(?:column\s+)?"?(\w+)"?`, "i").exec(
      statement,
    ) ?? [];
  const validated = new RegExp(String.raw`validate\s+constraint\s+"?${table}_${column}_not_null"?`, "i");
  return before.some(({ sql }) => validated.test(sql));
}

/** Every problem of the migrations after the baseline, in the order in which they are run. */
export function migrationProblems(migrations: Migration[], baseline: number): string[] {
  return migrations.slice(baseline).flatMap((migration, index) => {
    const before = migrations.slice(0, baseline + index);
    const made = [
      ...migration.sql.matchAll(new RegExp(String.raw`^\s*create\s+table\s+(?:if\s+not\s+exists\s+)?${TABLE}`, "gim")),
    ];
    const isNew = (table: string | undefined) => made.some(([, name]) => name === table);
    return statementsOf(migration.sql).flatMap((statement) =>
      RULES.flatMap(({ pattern, because, unless }) => {
        const found = pattern.exec(statement);
        if (!found || isNew(found[1] ?? found[2]) || unless?.(statement, migration, before)) return [];
        return [`${migration.tag}: ${statement.replace(/\s+/g, " ").slice(0, 60)}: ${because}`];
      }),
    );
  });
}

/** Without comments, and without the bodies of functions, which run later. */
function statementsOf(sql: string): string[] {
  const bare = sql.replace(/\$(\w*)\$.*?\$\1\$/gs, "''").replace(/^\s*--.*$/gm, "");
  return bare.split(";").flatMap((statement) => statement.trim() || []);
}
