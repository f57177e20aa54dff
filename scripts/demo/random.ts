/** Chance from a seed: the same seed gives the same draws on every machine. Not for secrets. */
export type Random = {
  /** At least `from`, less than `to`. */
  between: (from: number, to: number) => number;
  int: (from: number, to: number) => number;
  chance: (of: number) => boolean;
  pick: <T>(from: readonly [T, ...T[]]) => T;
  weighted: <T>(from: readonly [T, ...T[]], weight: (one: T) => number) => T;
  /** Around 0, most of it between -1 and 1. */
  normal: () => number;
  digits: (count: number) => string;
  hex: (bytes: number) => string;
  uuid: () => string;
};

export function randomFrom(seed: string): Random {
  let state = hashed(seed);
  // mulberry32
  const bits = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const next = () => bits() / 2 ** 32;
  const between = (from: number, to: number) => from + next() * (to - from);
  const int = (from: number, to: number) => Math.floor(between(from, to + 1));
  const hex = (bytes: number) => {
    let drawn = "";
    while (drawn.length < 2 * bytes) drawn += bits().toString(16).padStart(8, "0");
    return drawn.slice(0, 2 * bytes);
  };
  return {
    between,
    int,
    hex,
    chance: (of) => next() < of,
    pick: (from) => from[int(0, from.length - 1)] ?? from[0],
    weighted(from, weight) {
      let left = next() * from.reduce((sum, one) => sum + weight(one), 0);
      for (const one of from) {
        left -= weight(one);
        if (left < 0) return one;
      }
      return from[0];
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    digits: (count) => Array.from({ length: count }, () => int(0, 9)).join(""),
    uuid() {
      const drawn = hex(16);
      const parts = [drawn.slice(0, 8), drawn.slice(8, 12), `4${drawn.slice(13, 16)}`, `a${drawn.slice(17, 20)}`];
      return [...parts, drawn.slice(20)].join("-");
    },
  };
}

/** FNV-1a. */
function hashed(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}
