import { isSecretFile } from "./secret-files";

/** All that begins so is meant for us; another name only where it almost is one of ours. */
const OURS = /^(PAYMENTS|SSO|AUDIT_HEADS|SMTP|INGEST|WORKER|EMBEDDED_PG|MIGRATION|STOP_DELAY)_/;

/** Short names resemble too much. */
const LENGTH_MIN = 6;
const LONG = 8;

/** A sentence for each variable that is no setting and was probably meant to be one. */
export function misspeltSettings(names: string[], known: readonly string[]): string[] {
  return names.toSorted().flatMap((name) => {
    if (known.includes(name) || isSecretFile(name)) return [];
    const nearest = nearestOf(name, known);
    if (nearest !== null) return [`${name}: is no setting and has no effect. Is ${nearest} meant?`];
    return OURS.test(name) ? [`${name}: is no setting and has no effect`] : [];
  });
}

function nearestOf(name: string, known: readonly string[]): string | null {
  if (name.length < LENGTH_MIN) return null;
  const most = OURS.test(name) ? 3 : name.length >= LONG ? 2 : 1;
  let nearest: string | null = null;
  let least = most + 1;
  for (const one of known) {
    if (Math.abs(one.length - name.length) >= least) continue;
    const distance = distanceOf(name, one);
    if (distance < least) [nearest, least] = [one, distance];
  }
  return nearest;
}

/** Letters to change, add, remove or swap with the next. */
function distanceOf(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          (row[j - 1] ?? 0) + 1,
          at(i - 1, j - 1) + same,
          ...(swapped ? [at(i - 2, j - 2) + 1] : []),
        ),
      );
    }
  }
  return at(a.length, b.length);
}
