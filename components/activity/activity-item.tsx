import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { RawDelivery } from "@/components/evidence/raw-delivery";
import { actorName, auditSentence } from "@/components/messages/audit-sentence";
import { statusText } from "@/components/messages/status-text";
import { OrderLink } from "@/components/orders/order-link";
import { PlayerLink } from "@/components/orders/player-link";
import { Badge } from "@/components/ui/badge";
import type { ActivityEntry } from "@/lib/activity/schema";
import type { Environment } from "@/lib/environment";
import type { TokyoStyle } from "@/lib/time";

type Props = {
  environment: Environment;
  entry: ActivityEntry;
  timeStyle: TokyoStyle;
  mayReadRaw: boolean;
  mayRecheck?: boolean;
};

/** One thing that happened: when, what, and to which order. */
export function ActivityItem({ environment, entry, timeStyle, mayReadRaw, mayRecheck = false }: Props) {
  return (
    <li className="grid gap-x-4 gap-y-1 border-b border-border px-4 py-2.5 last:border-b-0 sm:flex">
      <span className="shrink-0 pt-px text-xs text-subtle-foreground">
        <Timestamp at={entry.at} style={timeStyle} />
      </span>
      <div className="min-w-0 flex-1">
        <Summary entry={entry} />
        {entry.referenceId && (
          <div>
            <OrderLink environment={environment} referenceId={entry.referenceId} />
          </div>
        )}
        {entry.kind === "audit" && isAboutAPlayer(entry) && (
          <div>
            <PlayerLink environment={environment} playerId={entry.subject} />
          </div>
        )}
        {mayReadRaw && entry.kind === "delivery" && (
          <RawDelivery environment={environment} deliveryId={entry.id} mayRecheck={mayRecheck} />
        )}
      </div>
    </li>
  );
}

/** A file is about many of them, and has a page of its own. */
const isAboutAPlayer = ({ action, detail }: Extract<ActivityEntry, { kind: "audit" }>) =>
  /^registration\.(?!file)/.test(action) || detail.about === "player";

function Summary({ entry }: { entry: ActivityEntry }) {
  switch (entry.kind) {
    case "delivery":
      return <DeliverySummary delivery={entry} />;
    case "audit":
      return <ActionSummary event={entry} />;
  }
}

type Action = Extract<ActivityEntry, { kind: "audit" }>;

/** What was done, and by whom: a person or a part of the console. */
function ActionSummary({ event: { action, actor, subject, detail } }: { event: Action }) {
  const t = useTranslations("actions");
  const states = useTranslations("states");
  return (
    <p>
      {auditSentence(t, states, { by: actorName(t, actor), action, subject, detail })}{" "}
      {actor.kind !== "user" && <span className="text-xs text-subtle-foreground">{t("system")}</span>}
    </p>
  );
}

type Delivery = Extract<ActivityEntry, { kind: "delivery" }>;

/**
 * What came in, what it proved, and what it did. Never green: a callback is a claim, and whether
 * the order is paid is said where the order is shown.
 */
function DeliverySummary({ delivery }: { delivery: Delivery }) {
  const t = useTranslations("activity");
  const states = useTranslations("states");
  const { said, signature, refusal, answered, effect, sourceAddress } = delivery;
  const about = [
    t(`signatures.${signature}`),
    t("answered", { status: answered }),
    sourceAddress && t("from", { address: sourceAddress }),
  ];
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={refusal ? "failed" : "neutral"}>
          {refusal === "unreadable" ? t("unreadable") : t("delivery")}
        </Badge>
        {said && (
          <span>
            {said.playerId === null
              ? statusText(states, said.status)
              : t("aboutPlayer", { playerId: said.playerId, status: said.status })}{" "}
            {said.money && <Money amount={said.money.amount} currency={said.money.currency} />}
          </span>
        )}
        <span className="text-muted-foreground">
          {refusal
            ? t("refused", { reason: t(`refusals.${refusal}`) })
            : effect
              ? t(`effects.${effect}`)
              : t("waiting")}
        </span>
      </p>
      <p className="text-xs text-subtle-foreground">{about.filter(Boolean).join(" · ")}</p>
    </>
  );
}
