import { isMigrated, migrateDatabase } from "@/lib/db/migrate";
import { addressProblem, databaseProblem } from "@/lib/db/start-problem";
import { withSecretFiles } from "@/lib/env/secret-files";

/** npm run migrate, and the job before a new version is rolled out: the owner's work, as MIGRATION_DATABASE_URL. */
const { settings, problems } = withSecretFiles(process.env);
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
const url = settings.DATABASE_URL;
if (!url) {
  console.error("DATABASE_URL: is missing");
  process.exit(1);
}
const ownerUrl = settings.MIGRATION_DATABASE_URL || url;
const malformed = addressProblem(url) ?? addressProblem(ownerUrl, "MIGRATION_DATABASE_URL");
if (malformed !== null) {
  console.error(malformed);
  process.exit(1);
}
const [owner, runtime] = [ownerUrl, url].map((address) => decodeURIComponent(new URL(address).username));
// The owner has migrated already, and its address is not known here.
if (owner === runtime && (await isMigrated(url))) process.exit(0);
if (owner === runtime) {
  console.warn(
    "MIGRATION_DATABASE_URL: is missing or names the role of DATABASE_URL. The application connects as the owner of its " +
      "tables and could change what is append-only. Set it to the owner, and DATABASE_URL to a role that owns nothing.",
  );
}
try {
  await migrateDatabase(ownerUrl, owner === runtime ? null : (runtime ?? null));
} catch (error) {
  const setting = owner === runtime ? "DATABASE_URL" : "MIGRATION_DATABASE_URL";
  const problem = databaseProblem(error, ownerUrl, setting) ?? error;
  console.error(problem instanceof Error ? problem.message : problem);
  process.exitCode = 1;
}
