import { niceTicks } from "@/components/charts/ticks";

const UNITS = { en: [" d", " h", " min", " s"], ja: ["日", "時間", "分", "秒"] } as const;
const SECONDS = [86_400, 3_600, 60, 1] as const;

/** `45 s`, `12 min 30 s`, `3 h 5 min`, `2 d 4 h`: two units at the most. */
export function duration(seconds: string, locale: string): string {
  const names = UNITS[locale === "ja" ? "ja" : "en"];
  const whole = Math.round(Number(seconds));
  const major = SECONDS.findIndex((size) => whole >= size);
  if (major === -1) return `0${names[3]}`;
  const parts = [major, major + 1].flatMap((nth) => {
    const size = SECONDS[nth];
    if (size === undefined) return [];
    const count = Math.floor((nth === 0 ? whole : whole % (SECONDS[nth - 1] ?? Number.POSITIVE_INFINITY)) / size);
    return count === 0 ? [] : [`${count}${names[nth]}`];
  });
  return parts.join(locale === "ja" ? "" : " ");
}

/** Round durations for an axis: whole hours where it goes far, else minutes, else seconds. */
export function durationTicks(seconds: number[]): number[] {
  const most = Math.max(0, ...seconds);
  const size = SECONDS.find((one) => most >= 2 * one) ?? 1;
  return niceTicks(
    seconds.map((value) => value / size),
    { fromZero: true },
  ).map((tick) => tick * size);
}
