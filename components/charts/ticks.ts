const STEPS = [1, 2, 2.5, 4, 5, 10];
const TICKS_MAX = 5;

type Options = { fromZero?: boolean; isWhole?: boolean };

/** At most five round values around all of these. Where a bar stands on the axis, it begins at zero. */
export function niceTicks(values: number[], { fromZero = false, isWhole = false }: Options = {}): number[] {
  const all = values.filter(Number.isFinite);
  const [least, most] = all.length === 0 ? [0, 0] : [Math.min(...all), Math.max(...all)];
  const [low, high] = fromZero ? [Math.min(0, least), Math.max(0, most)] : [least, most];
  const spread = high - low || Math.abs(high) || 1;
  const smallest = spread / (TICKS_MAX - 1);
  for (const step of stepsFrom(isWhole ? Math.max(1, smallest) : smallest, isWhole)) {
    const first = Math.floor(low / step);
    const count = Math.max(1, Math.ceil(high / step) - first) + 1;
    if (count <= TICKS_MAX) return Array.from({ length: count }, (_, nth) => rounded((first + nth) * step));
  }
  return [low, high];
}

function* stepsFrom(least: number, isWhole: boolean) {
  for (let power = Math.floor(Math.log10(least)); power < Math.log10(least) + 3; power += 1)
    for (const step of STEPS) {
      const size = step * 10 ** power;
      if (size >= least * 0.999 && (!isWhole || Number.isInteger(size))) yield size;
    }
}

/** Without the noise of binary fractions. */
const rounded = (value: number) => Number(value.toPrecision(12));

/** Every so-manieth of a row, so that at most seven are left. */
export function spacedTicks<T>(all: readonly T[], most = 7): T[] {
  const every = Math.max(1, Math.ceil(all.length / most));
  return all.filter((_, nth) => nth % every === 0);
}
