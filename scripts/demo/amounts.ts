import type { Currency } from "./players";
import type { Random } from "./random";

type Type = "DEPOSIT" | "WITHDRAW";

/** Most players pay in round sums; what they take out is less round and has a long tail. */
export function amountOf(random: Random, currency: Currency, type: Type): string {
  switch (currency) {
    case "JPY":
      return type === "DEPOSIT" ? yenPaidIn(random) : String(spread(random, 21_000, 0.95, 100, 3_000, 880_000));
    case "THB": {
      const whole = spread(random, type === "DEPOSIT" ? 1_600 : 2_300, 0.85, 50, 300, 48_000);
      return random.chance(0.2) ? `${whole}.${random.pick(["25", "50", "75"])}` : String(whole);
    }
    case "USDT": {
      const whole = spread(random, type === "DEPOSIT" ? 160 : 240, 0.9, 5, 20, 2_400);
      return random.chance(0.3) ? `${whole}.${random.pick(["5", "25", "75"])}` : String(whole);
    }
  }
}

const ROUND = [3, 5, 10, 15, 20, 30, 50, 80, 100, 150, 200] as const;
const OFTEN = [9, 16, 24, 8, 13, 13, 10, 3, 5, 1.5, 1];

function yenPaidIn(random: Random): string {
  if (random.chance(0.12)) return String(spread(random, 18_000, 0.8, 100, 2_500, 300_000));
  return String(random.weighted(ROUND, (one) => OFTEN[ROUND.indexOf(one)] ?? 1) * 1_000);
}

function spread(random: Random, median: number, width: number, step: number, least: number, most: number): number {
  const drawn = median * Math.exp(random.normal() * width);
  return Math.min(Math.max(Math.round(drawn / step) * step, least), most);
}
