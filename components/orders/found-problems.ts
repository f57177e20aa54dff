/** Field name to problem code. */
export type FieldProblems = Record<string, string>;

/** A problem, and what stood in the form when it was found. */
export type Found = { code: string; of: Record<string, string> };

/** The other fields that the problems of a field depend on. */
export type DependsOn = Readonly<Record<string, readonly string[] | undefined>>;

/** What was found of texts that have been changed since is not known to be wrong any more. */
export function stillFound(
  found: Record<string, Found>,
  typed: Record<string, string>,
  dependsOn: DependsOn,
): FieldProblems {
  const still = Object.entries(found).filter(([name, { of }]) =>
    [name, ...(dependsOn[name] ?? [])].every((field) => typed[field] === of[field]),
  );
  return Object.fromEntries(still.map(([name, { code }]) => [name, code]));
}
