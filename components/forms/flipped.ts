/** Those that are chosen after one was ticked, or no more. */
export const flipped = <T extends string>(all: T[], one: T): T[] =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one];
