import { formatTokyo, type TokyoStyle } from "@/lib/time";

/** A moment, in Tokyo whatever machine shows it; the whole of it on hover. `at` is ISO 8601. */
export function When({ at, style }: { at: string; style: TokyoStyle }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatTokyo(date, "full")} className="figures">
      {formatTokyo(date, style)}
    </time>
  );
}
