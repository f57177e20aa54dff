import type { Pool } from "pg";
import { z } from "zod";
import { openAccounts } from "../ledger/accounts";
import { announcedChange } from "./announced";
import { adjustableSettings, type Merchant } from "./config";

/** A change by the operator; it is stored, so it outlives a restart. */
export const settingsChange = z.strictObject({
  announced: announcedChange.optional(),
  resultAfterMs: adjustableSettings.shape.resultAfterMs.unwrap().optional(),
  repeatedReference: adjustableSettings.shape.repeatedReference.unwrap().optional(),
});
export type SettingsChange = z.output<typeof settingsChange>;

export type Merchants = {
  byKey(apiKey: string): Merchant | undefined;
  byNumber(number: number): Merchant | undefined;
  all(): Merchant[];
  change(number: number, change: SettingsChange): Promise<Merchant | undefined>;
};

/** The merchants as configured, with what the operator has changed since, and their accounts opened. */
export async function openMerchants(pool: Pool, configured: Merchant[]): Promise<Merchants> {
  const held = new Map<number, Merchant>();
  const changes = new Map<number, SettingsChange>();
  for (const merchant of configured) {
    await openAccounts(pool, merchant);
    const { rows } = await pool.query("select changes from merchants where number = $1", [merchant.number]);
    const former = settingsChange.parse(rows[0]?.changes);
    changes.set(merchant.number, former);
    held.set(merchant.number, changed(merchant, former));
  }

  return {
    byKey: (apiKey) => held.values().find((merchant) => merchant.apiKey === apiKey),
    byNumber: (number) => held.get(number),
    all: () => [...held.values()],
    async change(number, change) {
      const merchant = held.get(number);
      if (!merchant) return undefined;
      // Only what was changed: everything else follows the configuration, also when that is edited later.
      const all = merged(changes.get(number), change);
      await pool.query("update merchants set changes = $2 where number = $1", [number, JSON.stringify(all)]);
      const after = changed(merchant, change);
      changes.set(number, all);
      held.set(number, after);
      return after;
    },
  };
}

const merged = (former: SettingsChange | undefined, change: SettingsChange): SettingsChange => ({
  ...former,
  ...change,
  announced: { ...former?.announced, ...change.announced },
});

function changed(merchant: Merchant, { announced, resultAfterMs, repeatedReference }: SettingsChange): Merchant {
  return {
    ...merchant,
    announced: { ...merchant.announced, ...announced },
    resultAfterMs: resultAfterMs === undefined ? merchant.resultAfterMs : resultAfterMs,
    repeatedReference: repeatedReference ?? merchant.repeatedReference,
  };
}
