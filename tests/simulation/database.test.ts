import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "./database";
import { NO_MISHAP, Process } from "./process";

test("a step ends where one of several things loses the database and the others wait", {
  timeout: 30_000,
}, async () => {
  const database = await openDatabase();
  try {
    const process = new Process("two at a time");
    const db = database.of(process);
    await process.start(() => Promise.allSettled([db.execute(sql`select 1`), db.execute(sql`select 2`)]));
    await process.step({ kind: "loses the database", atStatement: 1 });
    await process.step(NO_MISHAP);
    expect(process.ending).toMatchObject({
      kind: "returned",
      value: [{ status: "rejected" }, { status: "fulfilled" }],
    });
  } finally {
    await database.close();
  }
});
