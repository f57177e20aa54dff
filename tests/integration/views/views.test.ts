import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/users";
import { Forbidden } from "@/lib/auth/context";
import { changeView, keepView, removeView } from "@/lib/views/commands";
import { listViews } from "@/lib/views/queries";
import { openTestContext, type TestContext } from "../../support/context";

let context: TestContext;
beforeEach(async () => {
  context = await openTestContext();
});
afterEach(() => context.close());

const LIST = { list: "transactions" } as const;
const FAILED = {
  ...LIST,
  name: "Failed in yen",
  query: "state=unknown,FAILED,none&currency=JPY&after=nowhere&nonsense=1",
  shared: false,
};

async function kept(more: Partial<typeof FAILED> = {}) {
  const made = await keepView(await context.as("finance"), { ...FAILED, ...more });
  if (!made.ok) throw new Error(made.error.kind);
  return made.value;
}

describe("a view of the list", () => {
  test("is its owner's alone until it is shared, and then visible to all and changed by no one else", async () => {
    const { id } = await kept();
    const own = {
      id,
      name: FAILED.name,
      query: "state=FAILED%2Cunknown&currency=JPY",
      shared: false,
      by: null,
      mayDelete: true,
    };
    expect(await listViews(await context.as("finance"), LIST)).toEqual([own]);
    expect(await listViews(await context.as("support"), LIST)).toEqual([]);

    await changeView(await context.as("finance"), { id, name: "Failures", shared: true });
    const [seen] = await listViews(await context.as("viewer"), LIST);
    expect(seen).toEqual({ ...own, name: "Failures", shared: true, by: "finance", mayDelete: false });

    const other = await context.as("support");
    expect(await changeView(other, { id, name: "Mine now", shared: true })).toEqual({
      ok: false,
      error: { kind: "not_yours" },
    });
    expect(await removeView(other, { id })).toEqual({ ok: false, error: { kind: "not_yours" } });

    await removeView(await context.as("finance"), { id });
    expect(await listViews(await context.as("support"), LIST)).toEqual([]);
  });

  test("of a user who was disabled is shown to no other user until the user is enabled again", async () => {
    await kept({ shared: true });
    const finance = await context.as("finance");
    const setDisabled = (disabledAt: Date | null) =>
      context.db.update(users).set({ disabledAt }).where(eq(users.id, finance.actor.id));
    const seen = async () => (await listViews(await context.as("support"), LIST)).length;
    await setDisabled(context.clock.now);
    expect(await seen()).toBe(0);
    await setDisabled(null);
    expect(await seen()).toBe(1);
  });

  test("is deleted by an admin where another user shares it, which the log says, and by no other role", async () => {
    const [shared, alone] = [await kept({ shared: true }), await kept({ name: "Alone" })];
    const notYours = { ok: false, error: { kind: "not_yours" } };
    for (const role of ["support", "ops", "approver"] as const)
      expect(await removeView(await context.as(role), shared)).toEqual(notYours);
    await expect(removeView(await context.as("viewer"), shared)).rejects.toThrow(Forbidden);
    const admin = await context.as("admin");
    expect(await changeView(admin, { ...shared, name: "Other", shared: true })).toEqual(notYours);
    expect(await removeView(admin, alone)).toEqual(notYours);
    expect(await listViews(admin, LIST)).toMatchObject([{ ...shared, mayDelete: true }]);
    expect(await removeView(admin, shared)).toEqual({ ok: true, value: shared });
    const [line] = await context.db.select().from(auditEvents).where(eq(auditEvents.action, "view.deleted"));
    const owner = (await context.as("finance")).actor.id;
    const detail = { shared: true, userId: owner, user: "finance" };
    expect(line).toMatchObject({ subject: FAILED.name, actorName: "admin", detail });
  });

  test("of a search is shared with those who see names, and with no others: it may name whom they see masked", async () => {
    const name = "ヤマダ タロウ";
    await keepView(await context.as("ops"), { ...FAILED, name, query: `state=FAILED&q=${name}`, shared: true });
    const players = { list: "players", name, query: `show=needs&q=${name}`, shared: true } as const;
    await keepView(await context.as("ops"), players);
    const own = { ...FAILED, name: "Own", query: "q=WD-1", shared: true };
    await keepView(await context.as("finance"), own);
    const seenBy = async (role: "ops" | "approver" | "finance" | "viewer", list: "transactions" | "players") =>
      (await listViews(await context.as(role), { list })).map((view) => view.name);
    expect(await seenBy("ops", "transactions")).toEqual([name, "Own"]);
    expect(await seenBy("finance", "transactions")).toEqual(["Own"]);
    expect(await seenBy("viewer", "transactions")).toEqual([]);
    expect(await seenBy("ops", "players")).toEqual([name]);
    expect(await seenBy("viewer", "players")).toEqual([]);
  });

  test("keeps words for days, which move on, and days as they are", async () => {
    const query = "state=FAILED&from=today&to=today&paidFrom=month&paidTo=2026-11-30";
    await kept({ query });
    expect(await listViews(await context.as("finance"), LIST)).toMatchObject([{ query }]);
  });

  test("has a name that its owner uses once", async () => {
    await kept();
    const other = await kept({ name: "Other" });
    const taken = { ok: false, error: { kind: "name_taken" } };
    expect(await keepView(await context.as("finance"), { ...FAILED, query: "state=FAILED" })).toEqual(taken);
    expect(await keepView(await context.as("finance"), { ...FAILED, shared: true })).toEqual(taken);
    expect(await changeView(await context.as("finance"), { id: other.id, name: FAILED.name, shared: false })).toEqual(
      taken,
    );
    expect(await keepView(await context.as("support"), FAILED)).toMatchObject({ ok: true });
    expect(await keepView(await context.as("finance"), { ...FAILED, list: "withdrawals" })).toMatchObject({ ok: true });
  });

  test("is kept once, however often the same is sent", async () => {
    const finance = await context.as("finance");
    const [first, beside] = await Promise.all([keepView(finance, FAILED), keepView(finance, FAILED)]);
    expect(first).toMatchObject({ ok: true });
    expect([beside, await keepView(finance, FAILED)]).toEqual([first, first]);
    expect(await listViews(await context.as("finance"), LIST)).toHaveLength(1);
    const lines = await context.db.select().from(auditEvents).orderBy(auditEvents.id);
    expect(lines.filter(({ action }) => action === "view.saved")).toHaveLength(1);
  });

  test("is one of fifty at most, and the fiftieth can be sent again as well", async () => {
    for (let n = 1; n <= 50; n += 1) await kept({ name: `View ${n}` });
    await kept({ name: "View 50" });
    const more = await keepView(await context.as("finance"), { ...FAILED, name: "View 51" });
    expect(more).toEqual({ ok: false, error: { kind: "too_many" } });
  });

  test("leaves a line in the log whenever it is kept, changed or removed", async () => {
    const { id } = await kept({ shared: true });
    await changeView(await context.as("finance"), { id, name: "Failures", shared: false });
    await removeView(await context.as("finance"), { id });
    const lines = await context.db.select().from(auditEvents).orderBy(auditEvents.id);
    const about = lines.filter(({ action }) => action.startsWith("view."));
    expect(about.map(({ action, subject, detail }) => ({ action, subject, ...detail }))).toEqual([
      {
        action: "view.saved",
        subject: FAILED.name,
        ...LIST,
        query: "state=FAILED%2Cunknown&currency=JPY",
        shared: true,
      },
      { action: "view.updated", subject: "Failures", held: FAILED.name, shared: false },
      { action: "view.deleted", subject: "Failures", query: "state=FAILED%2Cunknown&currency=JPY", shared: false },
    ]);
  });
});
