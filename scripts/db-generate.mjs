import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./lib/root.mjs";

// npm run db:generate: regenerates the tables of the baseline from drizzle/schema. Until version 1.0 no database is
// migrated from an older schema, so there is one baseline: functions and triggers are written by hand, tables are not.
// The journal has the hash of each file, by which a database that another baseline has made is refused.
const BASELINE = ["0000_functions", "0001_tables", "0002_triggers"];
/** The migrator tells migrations apart by these, and runs them in their order. */
const FIRST = Date.UTC(2026, 10, 23);
const SNAPSHOT = "00000000-0000-4000-8000-000000000001";

const migrations = join(ROOT, "drizzle/migrations");
const made = mkdtempSync(join(tmpdir(), "choba-tables-"));
try {
  const from = ["--dialect", "postgresql", "--schema", "./drizzle/schema/*.ts", "--out", made, "--name", "tables"];
  execFileSync(join(ROOT, "node_modules/.bin/drizzle-kit"), ["generate", ...from], { cwd: ROOT, stdio: "inherit" });
  copyFileSync(join(made, "0000_tables.sql"), join(migrations, "0001_tables.sql"));
  // A new id each time would make any two branches that change tables conflict.
  const snapshot = { ...JSON.parse(readFileSync(join(made, "meta/0000_snapshot.json"), "utf8")), id: SNAPSHOT };
  writeFileSync(join(migrations, "meta/0001_snapshot.json"), `${JSON.stringify(snapshot, null, 2)}\n`);
} finally {
  rmSync(made, { recursive: true });
}
const hashOf = (/** @type {string} */ tag) =>
  createHash("sha256")
    .update(readFileSync(join(migrations, `${tag}.sql`)))
    .digest("hex");
const entries = BASELINE.map((tag, idx) => {
  return { idx, version: "7", when: FIRST + idx, tag, breakpoints: true, hash: hashOf(tag) };
});
const journal = { version: "7", dialect: "postgresql", entries };
writeFileSync(join(migrations, "meta/_journal.json"), `${JSON.stringify(journal, null, 2)}\n`);
