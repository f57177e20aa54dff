import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { changeView, keepView, removeView } from "@/lib/views/commands";
import { listViews } from "@/lib/views/queries";
import { openWorld, type World } from "../../support/context";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const FAILED = { name: "Failed in yen", query: "state=FAILED&currency=JPY&after=nowhere&nonsense=1", shared: false };

async function kept(more: Partial<typeof FAILED> = {}) {
  const made = await keepView(await world.as("finance"), { ...FAILED, ...more });
  if (!made.ok) throw new Error(made.error.kind);
  return made.value;
}

describe("a view of the list", () => {
  test("is its owner's alone until it is shared, and then everybody's to see and nobody else's to change", async () => {
    const { id } = await kept();
    const own = { id, name: FAILED.name, query: "state=FAILED&currency=JPY", shared: false, by: null };
    expect(await listViews(await world.as("finance"))).toEqual([own]);
    expect(await listViews(await world.as("support"))).toEqual([]);

    await changeView(await world.as("finance"), { id, name: "Failures", shared: true });
    const [seen] = await listViews(await world.as("viewer"));
    expect(seen).toEqual({ ...own, name: "Failures", shared: true, by: "finance" });

    const other = await world.as("support");
    expect(await changeView(other, { id, name: "Mine now", shared: true })).toEqual({
      ok: false,
      error: { kind: "not_yours" },
    });
    expect(await removeView(other, { id })).toEqual({ ok: false, error: { kind: "not_yours" } });

    await removeView(await world.as("finance"), { id });
    expect(await listViews(await world.as("support"))).toEqual([]);
  });

  test("has a name that its owner uses once", async () => {
    await kept();
    const other = await kept({ name: "Other" });
    const taken = { ok: false, error: { kind: "name_taken" } };
    expect(await keepView(await world.as("finance"), FAILED)).toEqual(taken);
    expect(await changeView(await world.as("finance"), { id: other.id, name: FAILED.name, shared: false })).toEqual(
      taken,
    );
    expect(await keepView(await world.as("support"), FAILED)).toMatchObject({ ok: true });
  });

  test("leaves a line in the log whenever it is kept, changed or removed", async () => {
    const { id } = await kept({ shared: true });
    await changeView(await world.as("finance"), { id, name: "Failures", shared: false });
    await removeView(await world.as("finance"), { id });
    const lines = await world.db.select().from(auditEvents);
    const about = lines.filter(({ action }) => action.startsWith("view."));
    expect(about.map(({ action, subject, detail }) => ({ action, subject, ...detail }))).toEqual([
      { action: "view.saved", subject: FAILED.name, query: "state=FAILED&currency=JPY", shared: true },
      { action: "view.updated", subject: "Failures", held: FAILED.name, shared: false },
      { action: "view.deleted", subject: "Failures", query: "state=FAILED&currency=JPY", shared: false },
    ]);
  });
});
