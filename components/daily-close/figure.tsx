import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import type { Completed, DayFigures, EdgeBalance, Sum } from "@/lib/daily-close/schema";
import type { Environment } from "@/lib/environment";
import { isZero } from "@/lib/money/amount";
import { addressOf } from "@/lib/transactions/list/filter";
import { countedOrders } from "./counted-orders";

const HOUR_MS = 3_600_000;

type Name = Exclude<keyof DayFigures, "currency" | "expectedLedger">;

type Edges = { opening: Date; closing: Date | null };

type Props = {
  environment: Environment;
  day: string;
  name: Name;
  figures: DayFigures;
  isOfClose: boolean;
  edges: Edges;
};

/** One figure of one currency, with a link to the orders that it counts. */
export function Figure({ environment, day, name, figures, isOfClose, edges }: Props): ReactNode {
  const { currency } = figures;
  switch (name) {
    case "opening":
    case "closing":
      return <Edge name={name} balance={figures[name]} currency={currency} edge={edges[name]} />;
    case "difference":
      return <Difference amount={figures.difference} currency={currency} />;
  }
  const filter = { ...countedOrders(name, day, isOfClose), currency };
  const href = `/${environment}/transactions?${addressOf(filter)}` as const;
  switch (name) {
    case "deposits":
    case "withdrawals":
      return <Done completed={figures[name]} currency={currency} href={href} />;
    case "depositsInFlight":
    case "withdrawalsInFlight":
    case "unknown":
      return <Total sum={figures[name]} currency={currency} href={href} />;
    case "discrepancies": {
      const { discrepancies } = figures;
      if (discrepancies === 0) return <span className="figures">0</span>;
      return (
        <Link prefetch={false} href={href} className="figures text-destructive underline">
          {discrepancies}
        </Link>
      );
    }
  }
}

type EdgeProps = { name: "opening" | "closing"; balance: EdgeBalance | null; currency: string; edge: Date | null };

/** `edge`: the moment whose balance is meant. One that was said long before it may not be that of the moment. */
function Edge({ name, balance, currency, edge }: EdgeProps) {
  const t = useTranslations("dailyClose");
  const hours = balance && edge && Math.floor((edge.getTime() - new Date(balance.asOf).getTime()) / HOUR_MS);
  const isOld = hours !== null && hours >= 1;
  if (!balance) return <span className="text-subtle-foreground">{t("notKnown")}</span>;
  return (
    <>
      <Money amount={balance.ledger} currency={currency} className="font-semibold" />
      <div className="text-xs text-muted-foreground">
        {t("available")} <Money amount={balance.available} currency={currency} />
      </div>
      <div className={isOld ? "text-xs text-warning" : "text-xs text-subtle-foreground"}>
        {t.rich("asOf", { at: () => <Timestamp at={balance.asOf} style="minute" /> })}
        {isOld && <div>{t("asOfLong", { hours })}</div>}
      </div>
      {balance.paidAfter && (
        <div className="ml-auto max-w-56 text-xs whitespace-normal text-muted-foreground">
          {t(`paidAfter.${name}`, { count: balance.paidAfter.count })}{" "}
          <Money amount={balance.paidAfter.net} currency={currency} />
        </div>
      )}
    </>
  );
}

type Href = `/${Environment}/transactions?${string}`;

/** How many orders a figure counts, as a link to them. */
function Orders({ count, href }: { count: number; href: Href }) {
  const words = useTranslations("dailyClose")("count", { count });
  if (count === 0) return words;
  return (
    <Link prefetch={false} href={href} className="text-primary underline underline-offset-2">
      {words}
    </Link>
  );
}

function Done({ completed, currency, href }: { completed: Completed; currency: string; href: Href }) {
  const t = useTranslations("dailyClose");
  return (
    <>
      <Money amount={completed.net} currency={currency} className="font-semibold" />
      <div className="text-xs text-muted-foreground">
        <Orders count={completed.count} href={href} /> · <Money amount={completed.amount} currency={currency} />
      </div>
      <div className="text-xs text-muted-foreground">
        {t("fees")} <Money amount={completed.fees} currency={currency} />
      </div>
      {completed.late && (
        <div className="text-xs text-warning">
          {t("late", { count: completed.late.count })} · <Money amount={completed.late.net} currency={currency} />
        </div>
      )}
    </>
  );
}

function Total({ sum, currency, href }: { sum: Sum; currency: string; href: Href }) {
  return (
    <>
      <Money amount={sum.amount} currency={currency} />
      <div className="text-xs text-muted-foreground">
        <Orders count={sum.count} href={href} />
      </div>
    </>
  );
}

function Difference({ amount, currency }: { amount: string | null; currency: string }) {
  const t = useTranslations("dailyClose");
  if (amount === null) return <span className="text-subtle-foreground">{t("notKnown")}</span>;
  return (
    <Money amount={amount} currency={currency} className={isZero(amount) ? "" : "font-semibold text-destructive"} />
  );
}
