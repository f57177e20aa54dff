"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { CircleAlert, CircleHelp, CirclePause, Hourglass, type LucideIcon, Scale } from "lucide-react";
import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { OrderLink } from "@/components/orders/order-link";
import type { Environment } from "@/lib/environment";
import { transactionCache } from "@/lib/transactions/cache";
import type { AttentionRow, TransactionRow } from "@/lib/transactions/schema";
import { headlineOf } from "@/lib/transactions/status/display-status";
import { isUnknown } from "@/lib/transactions/submission/submission";
import { Age } from "./age";
import { ExpiryBar } from "./expiry-bar";
import { QueueGroup, QueueRow } from "./queue-row";
import { ViewOrder } from "./view-order";

const KINDS = ["unknown", "contradictory", "held", "notCreated"] as const;
type Kind = (typeof KINDS)[number];

const ICONS: Record<Kind, LucideIcon> = {
  unknown: CircleHelp,
  contradictory: Scale,
  held: CirclePause,
  notCreated: CircleAlert,
};

function kindOf({ submission, conflict, resolved, hold }: AttentionRow): Kind {
  if (conflict && !resolved) return "contradictory";
  if (isUnknown(submission)) return "unknown";
  return hold ? "held" : "notCreated";
}

/** Orders that need action, by what is wrong. They disappear when resolved. */
export function QueueOrders({ environment, kinds }: { environment: Environment; kinds: readonly Kind[] }) {
  const t = useTranslations("dashboard");
  const { count, rows } = useSuspenseQuery(transactionCache.attention(environment)).data;
  const isLast = kinds.includes("notCreated");
  return kinds.map((kind) => {
    const mine = rows.filter((row) => kindOf(row) === kind);
    const hidden = isLast && kind === "notCreated" ? count - rows.length : 0;
    if (mine.length === 0 && hidden === 0) return null;
    return (
      <QueueGroup
        key={kind}
        title={t(`groups.${kind}`)}
        count={mine.length + hidden}
        tone="watch"
        note={kind === "unknown" && t("unknownNote")}
        more={hidden > 0 && t("needsMore", { count: hidden })}
      >
        {mine.map((order) => (
          <Item key={order.referenceId} {...{ environment, order, kind }} />
        ))}
      </QueueGroup>
    );
  });
}

function Item({ environment, order, kind }: { environment: Environment; order: AttentionRow; kind: Kind }) {
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

/** Open for longer than is usual. Nothing is wrong for certain, so they stand below what is. */
export function QueueLateOrders({ environment }: { environment: Environment }) {
  const t = useTranslations("dashboard");
  const { silent } = useSuspenseQuery(transactionCache.attention(environment)).data;
  if (silent.length === 0) return null;
  return (
    <QueueGroup title={t("silent")} count={silent.length} note={t("silentWhy")}>
      {silent.map((order) => (
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
