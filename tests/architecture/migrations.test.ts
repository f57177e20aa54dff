import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import journal from "@/drizzle/migrations/meta/_journal.json";
import { ROOT } from "@/scripts/lib/root.mjs";
import { migrationProblems } from "./migrations";

/** What a new database is made of. */
const BASELINE = ["0000_functions", "0001_tables", "0002_triggers"];

const migrations = journal.entries.map(({ tag }) => ({
  tag,
  sql: readFileSync(join(ROOT, "drizzle/migrations", `${tag}.sql`), "utf8"),
}));

test("no migration after the baseline rewrites or locks a table that has rows", () => {
  expect(migrations.slice(0, BASELINE.length).map(({ tag }) => tag)).toEqual(BASELINE);
  expect(migrationProblems(migrations, BASELINE.length)).toEqual([]);
});

test("the journal has the hash of each migration's text, which a console compares with those of its database", () => {
  for (const { tag, sql } of migrations) {
    const hash = createHash("sha256").update(sql).digest("hex");
    expect(journal.entries, `${tag} was changed: run npm run db:generate`).toContainEqual(
      expect.objectContaining({ tag, hash }),
    );
  }
});

const problems = (sql: string, earlier = "") =>
  migrationProblems(
    [
      { tag: "0003_earlier", sql: earlier },
      { tag: "0004_planted", sql },
    ],
    1,
  );

test.each([
  ["CREATE INDEX orders_at ON orders (at)", "CONCURRENTLY"],
  ['CREATE UNIQUE INDEX "orders_id" ON "public"."orders" USING btree ("id")', "CONCURRENTLY"],
  ["CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_at ON orders (at)", "outside a transaction"],
  ["-- outside a transaction\nCREATE INDEX CONCURRENTLY orders_at ON orders (at)", "IF NOT EXISTS"],
  ["-- outside a transaction\nALTER TABLE orders ADD COLUMN note text", "only CONCURRENTLY"],
  ["ALTER TABLE orders ALTER COLUMN amount TYPE numeric(30)", "rewrites"],
  ['ALTER TABLE "orders" ALTER COLUMN "amount" SET DATA TYPE text', "rewrites"],
  ["ALTER TABLE orders ADD COLUMN day date GENERATED ALWAYS AS (at::date) STORED", "stored"],
  ["ALTER TABLE orders ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid()", "row to row"],
  ["ALTER TABLE orders ADD COLUMN number bigserial", "row to row"],
  ["ALTER TABLE orders ADD note text NOT NULL", "give it a default"],
  ["ALTER TABLE orders ALTER COLUMN note SET NOT NULL", "orders"],
  ["ALTER TABLE orders ADD CONSTRAINT orders_payee FOREIGN KEY (payee) REFERENCES payees (id)", "NOT VALID"],
  ["ALTER TABLE orders ADD CONSTRAINT positive CHECK (amount > 0)", "NOT VALID"],
  ["ALTER TABLE orders ADD CONSTRAINT orders_id UNIQUE (id)", "USING INDEX"],
  [
    "ALTER TABLE orders ADD CONSTRAINT positive CHECK (amount > 0) NOT VALID; ALTER TABLE orders VALIDATE CONSTRAINT positive",
    "next one",
  ],
  ["UPDATE orders SET note = ''", "in batches"],
  ["DELETE FROM orders WHERE note = ''", "in batches"],
  ["TRUNCATE orders", "whole table"],
  ["LOCK TABLE orders", "whole table"],
  ["REINDEX TABLE orders", "CONCURRENTLY"],
  ["DROP TABLE orders", "contract"],
  ["ALTER TABLE orders DROP COLUMN note", "contract"],
  ["ALTER TABLE orders RENAME COLUMN note TO remark", "contract"],
])("refuses %s", (sql, because) => {
  expect(problems(sql).join("\n")).toContain(because);
});

test.each([
  "CREATE TABLE notes (id uuid primary key); CREATE INDEX notes_id ON notes (id); ALTER TABLE notes ADD CONSTRAINT a CHECK (id is not null)",
  "-- outside a transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS orders_at ON orders (at);\nDROP INDEX CONCURRENTLY IF EXISTS orders_by",
  "ALTER TABLE orders ADD COLUMN note text; ALTER TABLE orders ADD COLUMN held boolean NOT NULL DEFAULT false",
  "ALTER TABLE orders ADD CONSTRAINT positive CHECK (amount > 0) NOT VALID",
  "ALTER TABLE orders ADD CONSTRAINT orders_id UNIQUE USING INDEX orders_id",
  "ALTER TABLE orders VALIDATE CONSTRAINT positive",
  "-- contract: unused since 1.2.0\nALTER TABLE orders DROP COLUMN note; DROP TABLE notes",
  "CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE orders SET note = ''; RETURN NEW; END $$",
])("accepts %s", (sql) => {
  expect(problems(sql)).toEqual([]);
});

test("NOT NULL follows a check that an earlier migration has validated", () => {
  const set = "ALTER TABLE orders ALTER COLUMN note SET NOT NULL";
  expect(problems(set, "ALTER TABLE orders VALIDATE CONSTRAINT orders_note_not_null")).toEqual([]);
  expect(problems(set, "ALTER TABLE orders VALIDATE CONSTRAINT orders_other_not_null")).not.toEqual([]);
});
