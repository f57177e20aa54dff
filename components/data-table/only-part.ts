/**
 * The one part of an address that filters; null where several do or none does. A sort hides nothing, except one by amount,
 * which comes with a currency (`withCurrency`).
 */
export function onlyPartOf(filter: string): string | null {
  const [part = null, ...others] = [...new URLSearchParams(filter).keys()].filter((one) => one !== "sort");
  return others.length === 0 ? part : null;
}
