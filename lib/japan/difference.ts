/** A stretch of a text that stayed, or that is in one of the two texts only. */
export type Stretch = { text: string; is: "same" | "removed" | "added" };

/** What became of `before` on the way to `after`, in the order of reading; the longest part in common stays. */
export function differenceOf(before: string, after: string): Stretch[] {
  const [a, b] = [[...before], [...after]];
  // The length of the longest common part from each pair of positions on.
  const common = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = common[i];
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }

  const found: Stretch[] = [];
  const add = (is: Stretch["is"], character: string | undefined) => {
    const last = found.at(-1);
    if (last?.is === is) last.text += character ?? "";
    else found.push({ is, text: character ?? "" });
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add("same", a[i]);
      [i, j] = [i + 1, j + 1];
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) add("removed", a[i++]);
    else add("added", b[j++]);
  }
  return found;
}
