import { text } from "node:stream/consumers";
import { addUser } from "@/lib/auth/users";
import { db, pool } from "@/lib/db/connection";

/** Adds the people that it reads as JSON, as an admin's own start does: no demo, so that production may run beside them. */
const actor = { kind: "system" as const, id: "test", name: "test" };
for (const person of JSON.parse(await text(process.stdin))) {
  await addUser({ db: db(), now: () => new Date(), actor }, person);
}
await pool().end();
