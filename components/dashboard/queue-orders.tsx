"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { CircleAlert, CircleHelp, CirclePause, Hourglass, type LucideIcon, Scale } from "lucide-react";
import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { OrderLink } from "@/components/orders/order-link";
import { OrdersLink } from "@/components/orders/orders-link";
import type { Environment } from "@/lib/environment";
import { transactionCache } from "@/lib/transactions/cache";
import type { ShownState } from "@/lib/transactions/list/filter";
import type { AttentionKind, AttentionRow, TransactionRow } from "@/lib/transactions/schema";
import { headlineOf } from "@/lib/transactions/status/display-status";
import { Age } from "./age";
import { ExpiryBar } from "./expiry-bar";
import { QueueGroup, QueueRow } from "./queue-row";
import { ViewOrder } from "./view-order";

const ICONS: Record<AttentionKind, LucideIcon> = {
  unknown: CircleHelp,
  contradictory: Scale,
  held: CirclePause,
  notCreated: CircleAlert,
};

/** How the list of orders filters each kind. */
const STATES: Record<AttentionKind, ShownState> = {
  unknown: "unknown",
  contradictory: "discrepancy",
  held: "not_sent",
  notCreated: "not_created",
};

/** Orders that need action, by what is wrong. They disappear when resolved. */
export function QueueOrders({ environment, kinds }: { environment: Environment; kinds: readonly AttentionKind[] }) {
  const t = useTranslations("dashboard");
  const { counts, rows } = useSuspenseQuery(transactionCache.attention(environment)).data;
  return kinds.map((kind) => {
    const count = counts[kind];
    if (count === 0) return null;
    const mine = rows.filter((row) => row.kind === kind);
    return (
      <QueueGroup
        key={kind}
        title={t(`groups.${kind}`)}
        count={count}
        tone="watch"
        note={kind === "unknown" && t("unknownNote")}
        more={
          count > mine.length && (
            <OrdersLink environment={environment} filter={{ show: "action", state: [STATES[kind]], sort: "oldest" }}>
              {t("viewAll", { count })}
            </OrdersLink>
          )
        }
      >
        {mine.map((order) => (
          <Item key={order.referenceId} {...{ environment, order, kind }} />
        ))}
      </QueueGroup>
    );
  });
}

function Item({ environment, order, kind }: { environment: Environment; order: AttentionRow; kind: AttentionKind }) {
  const t = useTranslations("dashboard");
  const { referenceId, type, amount, currency, createdAt, expiresAt, awaitsAttestation, hold, partyName } = order;
  const headline = awaitsAttestation ? "awaits_attestation" : headlineOf(order);
  return (
    <QueueRow
      icon={ICONS[kind]}
      tone="watch"
      title={t("titles", { headline: hold ? "held" : headline, type })}
      detail={
        <>
          <OrderLink environment={environment} referenceId={referenceId} />{" "}
          <span lang="ja" className="whitespace-nowrap">
            {partyName}
          </span>
        </>
      }
      amount={<Money amount={amount} currency={currency} />}
      due={expiresAt && !awaitsAttestation ? <ExpiryBar from={createdAt} until={expiresAt} /> : <Age at={createdAt} />}
      action={<ViewOrder environment={environment} referenceId={referenceId} />}
    >
      {headline !== "unknown" && <p>{hold ? t("held", { reason: hold }) : t("why", { headline })}</p>}
    </QueueRow>
  );
}

/** What the list calls an order that the service has and has not ended. It does not tell late ones from others. */
const OPEN: readonly ShownState[] = ["SUCCESS", "PENDING", "unfamiliar", "unheard"];

/** Open for longer than is usual. Nothing is wrong for certain, so they stand below what is. */
export function QueueLateOrders({ environment }: { environment: Environment }) {
  const t = useTranslations("dashboard");
  const { silent } = useSuspenseQuery(transactionCache.attention(environment)).data;
  const { count, rows } = silent;
  if (count === 0) return null;
  return (
    <QueueGroup
      title={t("silent")}
      count={count}
      note={t("silentWhy")}
      more={
        count > rows.length && (
          <OrdersLink environment={environment} filter={{ state: OPEN, sort: "oldest" }}>
            {t("moreLate")}
          </OrdersLink>
        )
      }
    >
      {rows.map((order) => (
        <LateOrder key={order.referenceId} environment={environment} order={order} />
      ))}
    </QueueGroup>
  );
}

function LateOrder({ environment, order }: { environment: Environment; order: TransactionRow }) {
  const t = useTranslations("dashboard");
  const { referenceId, amount, currency, createdAt, type } = order;
  return (
    <QueueRow
      icon={Hourglass}
      tone="neutral"
      title={t("late", { type })}
      detail={<OrderLink environment={environment} referenceId={referenceId} />}
      amount={<Money amount={amount} currency={currency} />}
      due={<Age at={createdAt} />}
      action={<ViewOrder environment={environment} referenceId={referenceId} />}
    />
  );
}
