import Link from "next/link";
import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { statusText } from "@/components/messages/status-text";
import { OrderLink } from "@/components/orders/order-link";
import { Badge } from "@/components/ui/badge";
import { TitledCard } from "@/components/ui/card";
import type { DayView } from "@/lib/daily-close/schema";
import type { Environment } from "@/lib/environment";
import { addressOf, type OrderFilter } from "@/lib/transactions/list/filter";

type Props = { environment: Environment; day: string; hasMore: boolean };
type LateProps = Props & Pick<DayView, "learnedLate" | "knownSinceClose">;

/** What was paid on the day and became known only after it. Not there where nothing did. */
export function LearnedLate({ environment, day, hasMore, learnedLate, knownSinceClose }: LateProps) {
  const t = useTranslations("dailyClose.learnedLate");
  if (learnedLate.length === 0 && knownSinceClose.length === 0) return null;
  return (
    <TitledCard title={t("title")}>
      <p className="max-w-prose px-4 pt-2 text-sm text-muted-foreground">{t("lead")}</p>
      {knownSinceClose.length > 0 && (
        <ul aria-label={t("sinceClose")} className="px-4 pt-1 text-sm text-warning">
          {knownSinceClose.map(({ currency, type, count, net }) => (
            <li key={`${currency} ${type}`}>
              {t("sum", { type, count })} <Money amount={net} currency={currency} className="font-semibold" />
            </li>
          ))}
        </ul>
      )}
      {learnedLate.length > 0 && (
        <ul aria-label={t("title")} className="pt-1">
          {learnedLate.map(({ referenceId, currency, net, paidAt, learnedAt, isSinceClose }) => (
            <li
              key={referenceId}
              className="flex flex-wrap items-center gap-x-4 border-b border-border px-4 py-2 last:border-b-0"
            >
              <OrderLink environment={environment} referenceId={referenceId} />
              <Money amount={net} currency={currency} />
              <span className="text-sm text-muted-foreground">
                {t.rich("times", {
                  paid: () => <Timestamp at={paidAt} style="minute" />,
                  learned: () => <Timestamp at={learnedAt} style="minute" />,
                })}
              </span>
              {isSinceClose && <Badge tone="watch">{t("afterClose")}</Badge>}
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <More
          {...{ environment, count: learnedLate.length }}
          filter={{ state: ["COMPLETED"], paidFrom: day, paidTo: day }}
        />
      )}
    </TitledCard>
  );
}

/** What came to an end only after the day had been closed. Not there where nothing did. */
export function EndedSince({ environment, day, hasMore, orders }: Props & { orders: DayView["settledSince"] }) {
  const t = useTranslations("dailyClose");
  const states = useTranslations("states");
  if (orders.length === 0) return null;
  return (
    <TitledCard title={t("since")}>
      <ul aria-label={t("since")}>
        {orders.map(({ referenceId, status, amount, currency, at }) => (
          <li key={referenceId} className="flex flex-wrap gap-x-4 border-b border-border px-4 py-2 last:border-b-0">
            <Timestamp at={at} style="minute" />
            <span>{statusText(states, status)}</span>
            <Money amount={amount} currency={currency} />
            <OrderLink environment={environment} referenceId={referenceId} />
          </li>
        ))}
      </ul>
      {hasMore && <More {...{ environment, count: orders.length }} filter={{ from: day, to: day }} />}
    </TitledCard>
  );
}

type MoreProps = { environment: Environment; count: number; filter: Partial<OrderFilter> };

/** The card has the newest ones only: the way to the orders of the day, which have all of them. */
function More({ environment, count, filter }: MoreProps) {
  const t = useTranslations("dailyClose.more");
  return (
    <p className="border-t border-border px-4 py-2 text-sm text-muted-foreground">
      {t("newest", { count })}{" "}
      <Link
        prefetch={false}
        href={`/${environment}/transactions?${addressOf(filter)}`}
        className="text-primary underline underline-offset-2"
      >
        {t("all")}
      </Link>
    </p>
  );
}
