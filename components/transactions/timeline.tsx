import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { TimelineItem } from "@/components/display/timeline-item";
import { RawDelivery } from "@/components/evidence/raw-delivery";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Disclosure } from "@/components/ui/disclosure";
import type { Environment } from "@/lib/environment";
import type { TransactionView } from "@/lib/transactions/schema";
import { RawExchange } from "./raw-exchange";
import { type Told, timelineDays } from "./timeline-days";
import { useTimeline } from "./use-timeline";
import { useTimelineWords } from "./use-timeline-words";

type Props = {
  environment: Environment;
  referenceId: string;
  newest: Pick<TransactionView, "timeline" | "earlier">;
  mayReadRaw: boolean;
  children?: ReactNode;
};

/** Everything on record about the order, newest first, each with the raw text behind it. */
export function Timeline({ environment, referenceId, newest, mayReadRaw, children }: Props) {
  const t = useTranslations("orders");
  const { entries, earlier } = useTimeline(environment, referenceId, newest);
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("timeline")}</CardTitle>
        <span className="ml-auto text-xs text-subtle-foreground">JST</span>
      </CardHeader>
      {children}
      {entries.length === 0 && <p className="p-4 text-muted-foreground">{t("timelineEmpty")}</p>}
      {timelineDays(entries).map(({ day, told }) => (
        <section key={day} aria-label={day} className="border-b border-border px-4 pt-3 last:border-b-0 md:px-4.5">
          <h3 className="mb-2.5 text-xs font-semibold text-muted-foreground figures">{day}</h3>
          <ol>
            {told.map(({ entry, again }) => (
              <Entry key={entry.id} {...{ environment, entry, again, mayReadRaw }} />
            ))}
          </ol>
        </section>
      ))}
      {earlier && (
        <div className="border-t border-border px-4 py-3 md:px-4.5">
          <Button focusableWhenDisabled disabled={earlier.isPending} onClick={earlier.show}>
            {t(earlier.hasFailed ? "earlierFailed" : "showEarlier")}
          </Button>
        </div>
      )}
    </Card>
  );
}

type EntryProps = Told & { environment: Environment; mayReadRaw: boolean };

function Entry({ environment, entry, again, mayReadRaw }: EntryProps) {
  const t = useTranslations("timeline");
  const { headline, detail, dot } = useTimelineWords(entry);
  const exchangeId = "exchangeId" in entry ? entry.exchangeId : null;
  const deliveryId = "deliveryId" in entry ? entry.deliveryId : null;
  return (
    <TimelineItem at={entry.at} dot={dot} headline={headline} detail={detail}>
      {entry.kind === "noted" && <NoteText>{entry.text}</NoteText>}
      {mayReadRaw && exchangeId && <RawExchange environment={environment} exchangeId={exchangeId} />}
      {mayReadRaw && deliveryId && <RawDelivery environment={environment} deliveryId={deliveryId} />}
      {again.length > 0 && (
        <Disclosure summary={t("again", { count: again.length })}>
          <ol className="mt-2">
            {again.map((one) => (
              <Entry key={one.id} entry={one} again={[]} {...{ environment, mayReadRaw }} />
            ))}
          </ol>
        </Disclosure>
      )}
    </TimelineItem>
  );
}

/** As it was written, lines and all. */
function NoteText({ children }: { children: string }) {
  return <p className="mt-1 rounded-md bg-muted px-3 py-2 wrap-anywhere whitespace-pre-wrap">{children}</p>;
}
