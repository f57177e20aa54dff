"use client";

import { useLocale, useTranslations } from "next-intl";
import { CopyFact, Fact, Facts } from "@/components/display/facts";
import { Money } from "@/components/display/money";
import { StatusBadge } from "@/components/display/status-badge";
import { TimelineItem } from "@/components/display/timeline-item";
import { Evidence } from "@/components/evidence/evidence";
import { netAmountOf } from "@/components/orders/net-amount";
import { PlayerLink } from "@/components/orders/player-link";
import { RecipientFacts } from "@/components/orders/recipient-facts";
import { type ShownEntry, timelineDays } from "@/components/transactions/timeline-days";
import { useSentence } from "@/components/transactions/use-sentence";
import { useTimelineWords } from "@/components/transactions/use-timeline-words";
import type { Environment } from "@/lib/environment";
import { listText } from "@/lib/i18n/list-text";
import type { TransactionView } from "@/lib/transactions/schema";
import { headlineOf } from "@/lib/transactions/status/display-status";

type Props = { environment: Environment; order: TransactionView };

/** What is known of an order, in short: how it stands and why, its facts, and what happened last. */
export function OrderSummary({ environment, order }: Props) {
  const t = useTranslations("orders");
  const sentence = useSentence(order);
  const { type, amount, currency } = order;
  return (
    <div className="grid gap-4">
      <div>
        <div className="flex flex-wrap items-center gap-2">
          <StatusBadge order={order} />
          <Evidence order={order} />
        </div>
        <p className="mt-2 text-3xl font-semibold">
          <Money amount={amount} currency={currency} />
        </p>
        <p className="mt-1 text-sm text-muted-foreground">
          {sentence} {headlineOf(order) === "unknown" && <b className="text-warning">{t("doNotSend", { type })}</b>}
        </p>
      </div>
      <div className="-mx-4 text-md">
        <Facts align="right">
          <MoneyFacts order={order} />
          <PartyFacts order={order} />
          <RecordFacts environment={environment} order={order} />
        </Facts>
      </div>
      <Last order={order} />
    </div>
  );
}

function MoneyFacts({ order }: { order: TransactionView }) {
  const t = useTranslations("orders");
  const { amount, fee, currency } = order;
  const net = netAmountOf(order);
  return (
    <>
      <Fact name={t("amount")}>
        <Money amount={amount} currency={currency} />
      </Fact>
      {fee !== null && (
        <Fact name={t("fee")}>
          <Money amount={fee} currency={currency} />
        </Fact>
      )}
      {net.amount !== null && (
        <Fact name={t("net", { type: net.name })}>
          <Money amount={net.amount} currency={currency} className="font-semibold" />
        </Fact>
      )}
    </>
  );
}

/** Who is paid or pays, whole or masked as the reader's role allows; what is masked is revealed on the order's page. */
function PartyFacts({ order: { withdrawal, deposit } }: { order: TransactionView }) {
  const t = useTranslations("orders");
  const to = withdrawal?.recipient;
  const payer = deposit?.payer.payerAccountName;
  return (
    <>
      {to && (
        <>
          <Fact name={t("to")}>
            <span lang="ja">{to.destinationAccountName}</span>
          </Fact>
          <RecipientFacts recipient={to} />
        </>
      )}
      {payer && (
        <Fact name={t("panel.payer")}>
          <span lang="ja">{payer}</span>
        </Fact>
      )}
    </>
  );
}

function RecordFacts({ environment, order }: Props) {
  const t = useTranslations("orders");
  const locale = useLocale();
  const { playerId, transactionId, withdrawal, deposit } = order;
  const requestedBy = (withdrawal ?? deposit)?.requestedBy;
  const approvedBy = withdrawal?.approval?.given.filter(({ counts }) => counts).map(({ by }) => by) ?? [];
  return (
    <>
      {playerId && (
        <Fact name={t("player")}>
          <PlayerLink environment={environment} playerId={playerId} />
        </Fact>
      )}
      <CopyFact name={t("transactionId")} text={transactionId} />
      {requestedBy && <Fact name={t("requestedBy")}>{requestedBy}</Fact>}
      {approvedBy.length > 0 && <Fact name={t("approvedBy")}>{listText(approvedBy, locale)}</Fact>}
    </>
  );
}

/** So much of the timeline is enough to see how it got there; the order's page has all of it. */
const SHOWN = 6;

function Last({ order: { timeline } }: { order: TransactionView }) {
  const t = useTranslations("orders");
  const newest = timelineDays(timeline)
    .flatMap((day) => day.shown)
    .slice(0, SHOWN);
  return (
    <section aria-label={t("timeline")}>
      <h3 className="mb-2 text-sm font-semibold">{t("timeline")}</h3>
      <ol>
        {newest.map((one) => (
          <Entry key={one.entry.id} entry={one.entry} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry }: Pick<ShownEntry, "entry">) {
  const { headline, dot } = useTimelineWords(entry);
  return <TimelineItem at={entry.at} dot={dot} headline={headline} detail="" />;
}
