import { Timestamp } from "@/components/display/timestamp";
import { RawDelivery } from "@/components/evidence/raw-delivery";
import { OrderLink } from "@/components/orders/order-link";
import { PlayerLink } from "@/components/orders/player-link";
import type { ActivityEntry } from "@/lib/activity/schema";
import type { Environment } from "@/lib/environment";
import type { TokyoStyle } from "@/lib/time";
import { ActionSummary } from "./action-summary";
import { DeliverySummary } from "./delivery-summary";

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
