/** The days of a period: `2026/11/17`, or `2026/11/16 – 2026/11/22`. */
export const spanText = ({ from, to }: { from: string; to: string }): string =>
  [...new Set([from, to])].map((day) => day.replaceAll("-", "/")).join(" – ");
