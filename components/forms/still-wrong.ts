/** Of the problems that were found in what was sent, those of fields that were not changed since, or are not in `now`. */
export function stillWrong(fields: Record<string, string>, sent: unknown, now: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter(([path]) => !Object.hasOwn(now, path.split(".")[0] ?? "") || isSame(path, sent, now)),
  );
}

/** Whether all that stands in a form was sent as it is. */
export const isAsSent = (sent: unknown, now: object): boolean =>
  Object.keys(now).every((field) => isSame(field, sent, now));

const isSame = (path: string, one: unknown, other: unknown) =>
  JSON.stringify(at(one, path)) === JSON.stringify(at(other, path));

const at = (value: unknown, path: string) =>
  path.split(".").reduce((part: unknown, key) => (isRecord(part) ? part[key] : undefined), value);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
