/** The value that so large a share of all does not exceed; not a number where there is none. */
export const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

export const median = (values: number[]) => quantile(values, 0.5);
