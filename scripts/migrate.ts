import { migrateDatabase } from "@/lib/db/migrate";

const url = process.env.DATABASE_URL;
if (!url) {
  console.error("DATABASE_URL: is missing");
  process.exit(1);
}
const ownerUrl = process.env.MIGRATION_DATABASE_URL || url;
const [owner, runtime] = [ownerUrl, url].map((address) => decodeURIComponent(new URL(address).username));
if (owner === runtime) {
  console.warn(
    "MIGRATION_DATABASE_URL: is missing or names the role of DATABASE_URL. The application connects as the owner of its " +
      "tables and could change what is append-only. Set it to the owner, and DATABASE_URL to a role that owns nothing.",
  );
}
try {
  await migrateDatabase(ownerUrl, owner === runtime ? null : (runtime ?? null));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
