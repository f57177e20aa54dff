import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RawDelivery } from "@/components/activity/raw-delivery";
import { Moment } from "@/components/moment";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import type { TimelineEntry } from "@/lib/transactions/schema";
import { RawExchange } from "./raw-exchange";
import { useTimelineWords } from "./use-timeline-words";

type Props = { environment: Environment; entries: TimelineEntry[]; mayReadRaw: boolean; children?: ReactNode };

/** Everything on record about the order, newest first, each with the raw text behind it. */
export function Timeline({ environment, entries, mayReadRaw, children }: Props) {
  const t = useTranslations("orders");
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("timeline")}</CardTitle>
        <span className="ml-auto text-xs text-ink-3">JST</span>
      </CardHeader>
      {children}
      {entries.length === 0 && <p className="p-4 text-ink-2">{t("timelineEmpty")}</p>}
      <ol className="px-4 pt-4 md:px-4.5">
        {entries.map((entry) => (
          <Entry key={entry.id} environment={environment} entry={entry} mayReadRaw={mayReadRaw} />
        ))}
      </ol>
    </Card>
  );
}

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
    <Moment at={entry.at} dot={dot} headline={headline} detail={detail}>
      {entry.kind === "noted" && <NoteText>{entry.text}</NoteText>}
      {mayReadRaw && exchangeId && <RawExchange environment={environment} exchangeId={exchangeId} />}
      {mayReadRaw && deliveryId && <RawDelivery environment={environment} deliveryId={deliveryId} />}
    </Moment>
  );
}

/** As it was written, lines and all. */
function NoteText({ children }: { children: string }) {
  return <p className="mt-1 rounded-md bg-sunken px-3 py-2 wrap-anywhere whitespace-pre-wrap">{children}</p>;
}
