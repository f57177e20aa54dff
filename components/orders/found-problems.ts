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

/**
 * After a field was left, and the form as it is typed was read with these problems: that of the field, and of those
 * that depend on it what is wrong still, or again. No other field is called wrong that was not before.
 */
export function foundOnLeaving(
  name: string,
  found: Record<string, Found>,
  read: { problems: FieldProblems; typed: Record<string, string> },
  dependsOn: DependsOn,
): Record<string, Found> {
  const { problems, typed } = read;
  const { [name]: _before, ...others } = found;
  const depending = Object.keys(others).filter(
    (other) => dependsOn[other]?.includes(name) && typed[other] === others[other]?.of[other],
  );
  const now = [name, ...depending].flatMap((field) => {
    const code = problems[field];
    return code === undefined ? [] : [[field, { code, of: typed }] as const];
  });
  return { ...others, ...Object.fromEntries(now) };
}
