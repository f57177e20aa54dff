"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { orderPath } from "@/components/orders/order-link";
import { Alert, AlertTitle } from "@/components/ui/alert";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { type Explanation, partsOfHeld, restIs } from "@/lib/balances/held-balance";
import type { CurrencyHistory } from "@/lib/balances/schema";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { addAmounts, isZero } from "@/lib/money/amount";
import { formatAmount } from "@/lib/money/format";
import { addressOf } from "@/lib/transactions/list/filter";

type Props = { environment: Environment; history: CurrencyHistory };

const GROUND = { accepted: "bg-chart-1", fees: "bg-chart-1", uncertain: "bg-chart-2", rest: "bg-warning" } as const;

/** Why not everything on the ledger is available: withdrawals that are not final, and what they do not explain. */
export function HeldExplained({ environment, history }: Props) {
  const t = useTranslations("balances.explained");
  const { currency, explanation, largest, today } = history;
  const inFlight = explanation.accepted.count + explanation.uncertain.count;
  const all = addressOf({ type: "WITHDRAW", currency, openOn: today });
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
      </CardHeader>
      <CardBody className="grid gap-3">
        <div>
          <p className="text-xs text-muted-foreground">{t("held", { currency })}</p>
          <p className="text-2xl font-semibold">
            <Money amount={explanation.held} currency={currency} />
          </p>
        </div>
        <Parts currency={currency} explanation={explanation} />
        {largest.length > 0 && (
          <section className="grid gap-1 pt-2" aria-labelledby="largest">
            <h3 id="largest" className="text-sm font-semibold">
              {t("which")}
            </h3>
            <ul>
              {largest.slice(0, SHOWN).map((order) => (
                <li key={order.referenceId}>
                  <InFlightOrder environment={environment} currency={currency} order={order} />
                </li>
              ))}
            </ul>
            <Link
              href={`/${environment}/transactions?${all}`}
              prefetch={false}
              className="mt-1 w-fit text-sm text-primary hover:underline"
            >
              {t("viewAll", { count: inFlight })}
            </Link>
          </section>
        )}
      </CardBody>
    </Card>
  );
}

/** More are found by the link below them. */
const SHOWN = 5;

function Parts({ currency, explanation }: { currency: string; explanation: Explanation }) {
  const t = useTranslations("balances.explained");
  const { accepted, uncertain } = explanation;
  const parts = partsOfHeld(explanation);
  const { fees: withoutFee, outcomes } = parts.perhaps;
  const bar = (["accepted", "fees", "uncertain", "rest"] as const).filter((part) => Number(parts[part]) > 0);
  const hasRest = !isZero(parts.rest);
  const note = t(`restIs.${restIs(parts)}`, { withoutFee, uncertain: outcomes });
  return (
    <>
      {bar.length > 0 && (
        <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-sm">
          {bar.map((part) => (
            // By the share of each; a small one stays visible.
            <span
              key={part}
              style={{ flexGrow: Number(parts[part]) }}
              className={cn("min-w-1 basis-0", GROUND[part])}
            />
          ))}
        </div>
      )}
      <dl className="divide-y divide-border text-md">
        <Part
          {...{ currency, amount: parts.accepted, ground: GROUND.accepted }}
          term={t("accepted", { count: accepted.count })}
        />
        <Part {...{ currency, amount: parts.fees, ground: GROUND.fees }} term={t("fees")} />
        {uncertain.count > 0 && (
          <Part
            {...{ currency, amount: uncertain.amount }}
            ground={isZero(parts.uncertain) ? "bg-border-strong" : GROUND.uncertain}
            term={t(isZero(parts.uncertain) ? "uncertainApart" : "uncertain", { count: uncertain.count })}
          />
        )}
        <Part
          {...{ currency, amount: parts.rest }}
          ground={hasRest ? GROUND.rest : "bg-border-strong"}
          term={t("rest")}
          className={cn("font-semibold", hasRest && "text-warning")}
        />
      </dl>
      {hasRest ? (
        <Alert tone="watch">
          <AlertTitle>{t("unexplained", { amount: formatAmount(parts.rest, currency) })}</AlertTitle>
          <p className="text-xs">{note}</p>
        </Alert>
      ) : (
        <p className="text-xs text-muted-foreground">{note}</p>
      )}
    </>
  );
}

type PartProps = { ground: string; term: string; amount: string; currency: string; className?: string };

const Part = ({ ground, term, amount, currency, className }: PartProps) => (
  <div className={cn("flex justify-between gap-3 py-1.5", className)}>
    <dt className="flex items-baseline gap-2">
      <span aria-hidden className={cn("size-2 shrink-0 rounded-sm", ground)} />
      {term}
    </dt>
    <dd>
      <Money amount={amount} currency={currency} />
    </dd>
  </div>
);

type Order = CurrencyHistory["largest"][number];

function InFlightOrder({ environment, currency, order }: { environment: Environment; currency: string; order: Order }) {
  const { referenceId, partyName, amount, fee, isUncertain } = order;
  return (
    <Link
      href={orderPath(environment, referenceId)}
      prefetch={false}
      className="group flex items-baseline justify-between gap-3 border-b border-border py-1.5 text-md hover:bg-accent"
    >
      <span className="flex min-w-0 flex-wrap gap-x-2.5">
        <span className="font-mono text-xs/5 break-all text-primary group-hover:underline">{referenceId}</span>
        {partyName && <span className="truncate">{partyName}</span>}
      </span>
      <Money
        amount={fee === null ? amount : addAmounts(amount, fee)}
        currency={currency}
        className={isUncertain ? "text-warning" : ""}
      />
    </Link>
  );
}
