import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { saveJournalAccounts } from "@/lib/journals/commands";
import { getJournalAccounts } from "@/lib/journals/queries";
import { SUGGESTED_ACCOUNTS } from "@/lib/journals/suggested";
import { openTestContext, type TestContext } from "../../support/context";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

/** The suggested ones, with this account for deposits. */
function accountsOf(account: string) {
  const { deposits } = SUGGESTED_ACCOUNTS;
  return { ...SUGGESTED_ACCOUNTS, deposits: { ...deposits, debit: { ...deposits.debit, account } } };
}

test("accounts that were saved since the form was opened are not overwritten", async () => {
  const [finance, admin] = [await context.as("finance"), await context.as("admin")];
  const refused = { ok: false, error: { kind: "changed_meanwhile" } };
  const renamed = accountsOf("別段預金");
  // Two forms were opened before anything was saved.
  const first = await saveJournalAccounts(finance, { seen: null, accounts: renamed });
  if (!first.ok) throw new Error(first.error.kind);
  expect(await saveJournalAccounts(admin, { seen: null, accounts: SUGGESTED_ACCOUNTS })).toEqual(refused);
  const view = await getJournalAccounts(admin);
  expect(view).toMatchObject({ changed: { by: "finance", at: first.value.changedAt } });
  expect(view.accounts.deposits?.debit.account).toBe("別段預金");

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
  const both = [
    saveJournalAccounts(finance, { seen, accounts: accountsOf("別段預金") }),
    saveJournalAccounts(admin, { seen, accounts: accountsOf("仮払金") }),
  ];
  expect((await Promise.all(both)).map(({ ok }) => ok).toSorted()).toEqual([false, true]);
});

test("accounts that are sent again, as the answer was lost, are saved once", async () => {
  const finance = await context.as("finance");
  const seen = (await getJournalAccounts(finance)).changed?.at ?? null;
  const form = { seen, accounts: accountsOf("未収入金") };
  context.clock.now = new Date(context.clock.now.getTime() + 60_000);
  const saved = await saveJournalAccounts(finance, form);
  expect(saved).toMatchObject({ ok: true });
  const lines = await context.db.$count(auditEvents);
  context.clock.now = new Date(context.clock.now.getTime() + 60_000);
  expect(await saveJournalAccounts(finance, form)).toEqual(saved);
  expect(await context.db.$count(auditEvents)).toBe(lines);
});
