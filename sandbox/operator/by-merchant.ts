import type { Merchant } from "../merchants/config";
import type { Merchants } from "../merchants/registry";
import { Refusal } from "../wire/refusal";

type Owned = { merchant: number };

/** What one merchant has under a name that merchants give. Two that use the same name are refused, not guessed at. */
export async function findOfOne<T extends Owned>(
  merchants: Merchants,
  find: (merchant: number) => Promise<T | undefined>,
  ambiguous: string,
): Promise<T | undefined> {
  const perMerchant = await Promise.all(merchants.all().map(({ number }) => find(number)));
  const found = perMerchant.filter((one) => one !== undefined);
  if (found.length > 1) {
    throw new Refusal(409, `Merchants ${found.map(({ merchant }) => merchant).join(" and ")} ${ambiguous}`);
  }
  return found[0];
}

export function merchantOf(merchants: Merchants, { merchant: number }: Owned): Merchant {
  const merchant = merchants.byNumber(number);
  if (!merchant) throw new Refusal(409, `Merchant ${number} is no longer configured.`);
  return merchant;
}
