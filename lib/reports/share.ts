/** Cut off after so many decimals, and never rounded up to the whole: 100% means all of them. */
export const cutOff = (share: number, decimals: number): string =>
  (Math.floor(share * 10 ** decimals + 1e-9) / 10 ** decimals).toFixed(decimals);

/** `97.0%` */
export const ratePercent = (share: number) => `${cutOff(share * 100, 1)}%`;
