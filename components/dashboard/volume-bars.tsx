import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { Disclosure } from "@/components/ui/disclosure";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { Flow } from "@/lib/dashboard/schema";
import { isZero } from "@/lib/money/amount";
import { formatAmount } from "@/lib/money/format";

const BOX = { width: 320, height: 52 };
const STEP = BOX.width / 24;
const TICKS = [0, 6, 12, 18];

type Props = { flow: Flow; currency: string; hour: number; caption: string };

/** Bars of an hour each: last week's wide and pale, today's before them. The table has the figures. */
export function VolumeBars({ flow, currency, hour, caption }: Props) {
  const t = useTranslations("dashboard.volume");
  const { today, lastWeek } = flow;
  // Amounts become floats here, for drawing only.
  const most = Math.max(1, ...today.map(Number), ...lastWeek.map(Number));
  const bar = (amount: string, at: number, width: number) => {
    const height = isZero(amount) ? 0 : Math.max(1, (Number(amount) / most) * BOX.height);
    return { x: at * STEP + (STEP - width) / 2, y: BOX.height - height, width, height };
  };
  return (
    <figure className="grid gap-1">
      <svg aria-hidden viewBox={`0 0 ${BOX.width} ${BOX.height + 1}`} className="block w-full">
        <path d={`M0 ${BOX.height + 0.5}H${BOX.width}`} className="stroke-border-strong" />
        {lastWeek.map((amount, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: there is one bar for each hour
          <rect key={at} {...bar(amount, at, 11.3)} className="fill-chart-5">
            <title>{tip(t("lastWeek"), at, amount, currency)}</title>
          </rect>
        ))}
        {today.slice(0, hour + 1).map((amount, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: there is one bar for each hour
          <rect key={at} {...bar(amount, at, 6.9)} rx={1} className="fill-chart-1">
            <title>{tip(t("today"), at, amount, currency)}</title>
          </rect>
        ))}
      </svg>
      {/* Beside the drawing, which is scaled to the card: text in it would be, too. */}
      <p aria-hidden className="-mt-0.5 grid grid-cols-4 text-2xs leading-none text-subtle-foreground">
        {TICKS.map((at) => (
          <span key={at}>{at}:00</span>
        ))}
      </p>
      <Disclosure summary={t("asTable")}>
        <HeadedTable
          caption={caption}
          heads={[t("hour"), { figure: t("today") }, { figure: t("lastWeek") }]}
          className="mt-1 text-xs"
        >
          {lastWeek.map((before, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: there is one row for each hour
            <TableRow key={at}>
              <TableCell className="figures">{at}:00</TableCell>
              <TableCell className="text-right">
                {at <= hour ? <Money amount={today[at] ?? "0"} currency={currency} /> : "–"}
              </TableCell>
              <TableCell className="text-right">
                <Money amount={before} currency={currency} />
              </TableCell>
            </TableRow>
          ))}
        </HeadedTable>
      </Disclosure>
    </figure>
  );
}

const tip = (series: string, hour: number, amount: string, currency: string) =>
  `${hour}:00 · ${series} · ${formatAmount(amount, currency)}`;
