/** Of the problems that were found in what was sent, those of fields that were not changed since. */
export function stillWrong(fields: Record<string, string>, sent: unknown, now: unknown): Record<string, string> {
  const at = (value: unknown, path: string) =>
    path.split(".").reduce((part: unknown, key) => (isRecord(part) ? part[key] : undefined), value);
  return Object.fromEntries(Object.entries(fields).filter(([path]) => Object.is(at(sent, path), at(now, path))));
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
