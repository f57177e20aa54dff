import { afterAll, beforeAll, expect, test } from "vitest";
import { saveJournalAccounts } from "@/lib/journals/commands";
import { getJournalAccounts } from "@/lib/journals/queries";
import { SUGGESTED_ACCOUNTS } from "@/lib/journals/suggested";
import { openTestContext, type TestContext } from "../../support/context";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

test("accounts that were saved since the form was opened are not overwritten", async () => {
  const [finance, admin] = [await context.as("finance"), await context.as("admin")];
  const refused = { ok: false, error: { kind: "changed_meanwhile" } };
  const { deposits } = SUGGESTED_ACCOUNTS;
  const renamed = { ...SUGGESTED_ACCOUNTS, deposits: { ...deposits, debit: { ...deposits.debit, account: "預け金" } } };
  // Two forms were opened before anything was saved.
  const first = await saveJournalAccounts(finance, { seen: null, accounts: renamed });
  if (!first.ok) throw new Error(first.error.kind);
  expect(await saveJournalAccounts(admin, { seen: null, accounts: SUGGESTED_ACCOUNTS })).toEqual(refused);
  const view = await getJournalAccounts(admin);
  expect(view).toMatchObject({ changed: { by: "finance", at: first.value.changedAt } });
  expect(view.accounts.deposits?.debit.account).toBe("預け金");

  // One window goes on from its own answer, another from what it has read; the later one is refused.
  context.clock.now = new Date(context.clock.now.getTime() + 60_000);
  const seen = view.changed?.at ?? null;
  expect(await saveJournalAccounts(finance, { seen, accounts: SUGGESTED_ACCOUNTS })).toMatchObject({ ok: true });
  expect(await saveJournalAccounts(admin, { seen, accounts: renamed })).toEqual(refused);
});

test("of two forms that are sent side by side one is saved", async () => {
  const [finance, admin] = [await context.as("finance"), await context.as("admin")];
  const seen = (await getJournalAccounts(finance)).changed?.at ?? null;
  context.clock.now = new Date(context.clock.now.getTime() + 60_000);
  const both = [finance, admin].map((ctx) => saveJournalAccounts(ctx, { seen, accounts: SUGGESTED_ACCOUNTS }));
  expect((await Promise.all(both)).map(({ ok }) => ok).toSorted()).toEqual([false, true]);
});
