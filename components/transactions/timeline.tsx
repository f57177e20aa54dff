import { useTranslations } from "next-intl";
import { RawDelivery } from "@/components/activity/raw-delivery";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { When } from "@/components/when";
import type { Environment } from "@/lib/environment";
import type { TimelineEntry } from "@/lib/transactions/schema";
import { RawExchange } from "./raw-exchange";
import { useTimelineWords } from "./use-timeline-words";

type Props = { environment: Environment; entries: TimelineEntry[]; mayReadRaw: boolean };

/** Everything on record about the order, newest first, each with the raw text behind it. */
export function Timeline({ environment, entries, mayReadRaw }: Props) {
  const t = useTranslations("orders");
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("timeline")}</CardTitle>
        <span className="ml-auto text-xs text-ink-3">JST</span>
      </CardHeader>
      {entries.length === 0 && <p className="p-4 text-ink-2">{t("timelineEmpty")}</p>}
      <ol className="px-4 pt-4 md:px-4.5">
        {entries.map((entry) => (
          <Entry key={entry.id} environment={environment} entry={entry} mayReadRaw={mayReadRaw} />
        ))}
      </ol>
    </Card>
  );
}

const DOT = {
  plain: "border-ink-3 bg-surface",
  ours: "border-ai bg-ai",
  watch: "border-watch bg-watch",
  failed: "border-fail bg-fail",
  paid: "border-paid bg-paid",
};
export type Dot = keyof typeof DOT;

function Entry({
  environment,
  entry,
  mayReadRaw,
}: {
  environment: Environment;
  entry: TimelineEntry;
  mayReadRaw: boolean;
}) {
  const { headline, detail, dot } = useTimelineWords(entry);
  const exchangeId = "exchangeId" in entry ? entry.exchangeId : null;
  const deliveryId = "deliveryId" in entry ? entry.deliveryId : null;
  return (
    <li className="group grid grid-cols-[58px_9px_minmax(0,1fr)] gap-x-3 pb-4">
      <span className="pt-px text-right text-xs text-ink-3">
        <When at={entry.at} style="time" />
      </span>
      <span aria-hidden className="relative">
        <span className="absolute top-2 -bottom-6 left-1 w-px bg-line-2 group-last:hidden" />
        <span className={`absolute top-1.5 left-0 size-2.25 rounded-full border-2 ${DOT[dot]}`} />
      </span>
      <div>
        <span className="font-medium">{headline}</span> {detail && <span className="text-xs text-ink-3">{detail}</span>}
        {mayReadRaw && exchangeId && <RawExchange environment={environment} exchangeId={exchangeId} />}
        {mayReadRaw && deliveryId && <RawDelivery environment={environment} deliveryId={deliveryId} />}
      </div>
    </li>
  );
}
