import { formatTokyo, recentStyle, shorter, type TokyoStyle } from "@/lib/time";

/**
 * A moment, in Tokyo whatever machine shows it; the whole of it on hover. `at` is ISO 8601. `recent`: with its date,
 * unless it is today.
 */
export function Timestamp({ at, style }: { at: string; style: TokyoStyle | "recent" }) {
  // A list has a hundred of them.
  const full = formatTokyo(new Date(at), "full");
  const shown = style === "recent" ? recentStyle(new Date(at), new Date()) : style;
  return (
    // Server and browser may be on two sides of midnight.
    <time dateTime={at} title={full} className="figures" suppressHydrationWarning={style === "recent"}>
      {shorter(full, shown)}
    </time>
  );
}
