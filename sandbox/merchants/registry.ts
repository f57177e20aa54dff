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

export type Merchants = Awaited<ReturnType<typeof openMerchants>>;

/** The merchants as configured, with what the operator has changed since, and their accounts opened. */
export async function openMerchants(pool: Pool, configured: Merchant[]) {
  // Only what was changed: everything else follows the configuration, also when that is edited later.
  const changes = new Map<number, SettingsChange>();
  for (const merchant of configured) {
    await openAccounts(pool, merchant);
    const { rows } = await pool.query("select changes from merchants where number = $1", [merchant.number]);
    changes.set(merchant.number, settingsChange.parse(rows[0]?.changes));
  }

  const all = () => configured.map((merchant) => changed(merchant, changes.get(merchant.number) ?? {}));
  const byNumber = (number: number) => all().find((merchant) => merchant.number === number);
  // One after another: each change adds to what the one before has stored.
  let lastChange: Promise<unknown> = Promise.resolve();
  return {
    all,
    byNumber,
    byKey: (apiKey: string) => all().find((merchant) => merchant.apiKey === apiKey),
    change(number: number, change: SettingsChange): Promise<Merchant | undefined> {
      const changing = lastChange.then(() => store(number, change));
      lastChange = changing.catch(() => undefined);
      return changing;
    },
  };

  async function store(number: number, change: SettingsChange): Promise<Merchant | undefined> {
    if (!byNumber(number)) return undefined;
    const after = merged(changes.get(number), change);
    await pool.query("update merchants set changes = $2 where number = $1", [number, JSON.stringify(after)]);
    changes.set(number, after);
    return byNumber(number);
  }
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
