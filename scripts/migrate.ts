import { migrateDatabase } from "@/lib/db/migrate";

const url = process.env.DATABASE_URL;
if (!url) {
  console.error("DATABASE_URL: is missing");
  process.exit(1);
}
await migrateDatabase(url);
