/** A number of an axis as a decimal string, never `1e+21`: for writing only, as it went through a float. */
export const plainNumber = (value: number): string =>
  Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(6).replace(/\.?0+$/, "");
