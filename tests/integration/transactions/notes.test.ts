import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { notes } from "@/drizzle/schema/notes";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { addNote } from "@/lib/transactions/notes";
import { noteInput } from "@/lib/transactions/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { requested } from "../../support/orders";

let context: TestContext;
let referenceId: string;
let id: string;
beforeAll(async () => {
  context = await openTestContext();
});
beforeEach(async () => {
  ({ referenceId, id } = await requested(context));
});
afterAll(() => context.close());

let made = 0;
function note(text: string) {
  made += 1;
  return noteInput.parse({ referenceId, noteId: made.toString(16).padStart(32, "0"), text });
}
const written = () => context.db.select().from(notes).where(eq(notes.transactionRow, id));
const shownNotes = async () => {
  const order = await getTransaction(await context.as("finance"), { referenceId });
  return order!.timeline.flatMap((entry) => (entry.kind === "noted" ? [`${entry.by}: ${entry.text}`] : []));
};
const lines = () => {
  const { subject, action } = auditEvents;
  return context.db
    .select()
    .from(auditEvents)
    .where(sql`${subject} = ${referenceId} and ${action} = 'transaction.note_added'`);
};

describe("a note about an order", () => {
  test("is shown to every user with its author's name, line by line as it was written", async () => {
    await addNote(await context.as("support"), note("  The player called.\r\nShe still waits.  "));
    expect(await shownNotes()).toEqual(["support: The player called.\nShe still waits."]);
  });

  test("stands once on the timeline, and once in the audit log as a digest without the words", async () => {
    await addNote(await context.as("support"), note("A secret word"));
    const order = await getTransaction(await context.as("ops"), { referenceId });
    expect(order!.timeline.filter(({ kind }) => kind === "noted" || kind === "did")).toHaveLength(2); // and the request
    const [line] = await lines();
    expect(line!.detail).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(JSON.stringify(line!.detail)).not.toContain("secret");
  });

  test("that is sent twice is one note and one audit line", async () => {
    const input = note("Once");
    const ctx = await context.as("support");
    const both = await Promise.all([addNote(ctx, input), addNote(ctx, input)]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect([(await written()).length, (await lines()).length]).toEqual([1, 1]);
  });

  test("does not take the place of another one with its id", async () => {
    const input = note("First");
    await addNote(await context.as("support"), input);
    expect(await addNote(await context.as("support"), { ...input, text: "Second" })).toMatchObject({
      error: { kind: "note_used" },
    });
    expect(await shownNotes()).toEqual(["support: First"]);
  });

  test("is not written about an order of the other environment", async () => {
    const ctx = await context.as("support");
    const elsewhere = await addNote({ ...ctx, environment: "production" }, note("Lost"));
    expect(elsewhere).toMatchObject({ error: { kind: "not_held" } });
    expect(await written()).toEqual([]);
  });

  test.each([
    ["nothing but space", " \n "],
    ["a character that cannot be seen", "a\u0000b"],
    ["a character that turns the line around", "\u202Eevil"],
    ["more than anybody reads", "x".repeat(2_001)],
  ])("of %s is refused on input", (_what, text) => {
    expect(noteInput.safeParse({ referenceId: "r", noteId: "0".repeat(32), text }).success).toBe(false);
  });
});
