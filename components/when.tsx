import { formatTokyo, shorter, type TokyoStyle } from "@/lib/time";

/** A moment, in Tokyo whatever machine shows it; the whole of it on hover. `at` is ISO 8601. */
export function When({ at, style }: { at: string; style: TokyoStyle }) {
  // A list has a hundred of them.
  const full = formatTokyo(new Date(at), "full");
  return (
    <time dateTime={at} title={full} className="figures">
      {shorter(full, style)}
    </time>
  );
}
