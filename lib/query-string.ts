/** The query of an address, always in the order in which its parts are given; what is not given, or empty, is not in it. */
export function queryOf(given: Record<string, string | undefined>): string {
  const named = Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return new URLSearchParams(named).toString();
}
