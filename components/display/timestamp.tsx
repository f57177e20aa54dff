import { useLocale } from "next-intl";
import { formatTokyo, recentStyle, shorter, type TokyoStyle } from "@/lib/time";

type Props = {
  /** ISO 8601. */
  at: string;
  /**
   * `recent`: with its date, unless it is today. `compact`: the time of today, the date of any other day; `brief`: the
   * same without seconds.
   */
  style: TokyoStyle | "recent" | "compact" | "brief";
};

/** A time in Tokyo, in full on hover. */
export function Timestamp({ at, style }: Props) {
  // A list has a hundred of them.
  const full = formatTokyo(new Date(at), "full", useLocale());
  const depends = style === "recent" || style === "compact" || style === "brief";
  return (
    // Server and browser may be on two sides of midnight.
    // In full it is longer than a narrow column, and breaks before the time.
    <time
      dateTime={at}
      title={full}
      className={style === "full" ? "tabular-nums" : "figures"}
      suppressHydrationWarning={depends}
    >
      {shorter(full, styleOf(new Date(at), style))}
    </time>
  );
}

function styleOf(at: Date, style: Props["style"]): TokyoStyle {
  if (style !== "recent" && style !== "compact" && style !== "brief") return style;
  const usual = recentStyle(at, new Date());
  if (style === "recent") return usual;
  return usual !== "time" ? "day" : style === "brief" ? "clock" : "time";
}
