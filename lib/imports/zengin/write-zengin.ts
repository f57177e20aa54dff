import { encode } from "../text-encoding";
import { END_MARK } from "./characters";
import { digits, RECORD_LENGTH, recordOf, text } from "./layout";
import type { ZenginFile } from "./read-zengin";

/** A file of what was read, with trailers of its own: each group counts and sums the records that it has. */
export function writeZengin({ encoding, lineEnd, hasEndMark, groups }: ZenginFile): Uint8Array<ArrayBuffer> {
  const records = groups.flatMap(({ header, records: data }) => [
    recordOf(header),
    ...data.map(({ fields }) => recordOf(fields)),
    recordOf({
      ...{ kind: "8", count: digits(data.length, 6) },
      sum: digits(String(data.reduce((sum, { fields }) => sum + BigInt(fields.amount), 0n)), 12),
      filler: text("", 101),
    }),
  ]);
  const body = [...records, text("9", RECORD_LENGTH)].map((record) => record + lineEnd).join("");
  const mark = encoding === "UTF-8" || encoding === "Shift_JIS" ? "" : "\ufeff";
  const bytes = encode(mark + body + (hasEndMark ? END_MARK : ""), encoding);
  if (bytes === null) throw new Error(`a record that ${encoding} cannot hold`);
  return bytes;
}
