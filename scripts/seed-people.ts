import { text } from "node:stream/consumers";
import { z } from "zod";
import { addPerson } from "@/lib/auth/people";
import { ROLES } from "@/lib/auth/permissions";
import { connect, openPool } from "@/lib/db/connection";

/** The people of a demo, as a JSON list on standard input. Those who are there already stay as they are. */
const wanted = z
  .array(z.object({ email: z.email(), name: z.string(), role: z.enum(ROLES), password: z.string() }))
  .parse(JSON.parse(await text(process.stdin)));
const { DATABASE_URL } = z.object({ DATABASE_URL: z.string() }).parse(process.env);

const pool = openPool(DATABASE_URL);
const actor = { kind: "system" as const, id: "seed-people", name: "npm start" };
for (const person of wanted) await addPerson({ db: connect(pool), now: () => new Date(), actor }, person);
await pool.end();
