/** Of the problems that were found in what was sent, those of fields that were not changed since, or are not in `now`. */
export function stillWrong(fields: Record<string, string>, sent: unknown, now: object): Record<string, string> {
  const isSame = (path: string) => JSON.stringify(at(sent, path)) === JSON.stringify(at(now, path));
  return Object.fromEntries(
    Object.entries(fields).filter(([path]) => !Object.hasOwn(now, path.split(".")[0] ?? "") || isSame(path)),
  );
}

const at = (value: unknown, path: string) =>
  path.split(".").reduce((part: unknown, key) => (isRecord(part) ? part[key] : undefined), value);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
