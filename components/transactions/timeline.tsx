import { useTranslations } from "next-intl";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { TimelineDay } from "@/components/display/timeline-day";
import { TimelineItem } from "@/components/display/timeline-item";
import { Timestamp } from "@/components/display/timestamp";
import { RawDelivery } from "@/components/evidence/raw-delivery";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { Disclosure } from "@/components/ui/disclosure";
import { Segmented } from "@/components/ui/segmented";
import type { Environment } from "@/lib/environment";
import type { TransactionView } from "@/lib/transactions/schema";
import { RawExchange } from "./raw-exchange";
import { type ShownEntry, timelineDays } from "./timeline-days";
import { isShown, SHOWN } from "./timeline-shown";
import { useTimeline } from "./use-timeline";
import { useTimelineWords } from "./use-timeline-words";

type Props = {
  environment: Environment;
  referenceId: string;
  newest: Pick<TransactionView, "timeline" | "earlier">;
  mayReadRaw: boolean;
};

/** Everything on record about the order, newest first, each with the raw text behind it. */
export function Timeline({ environment, referenceId, newest, mayReadRaw }: Props) {
  const t = useTranslations("orders");
  const { entries, earlier } = useTimeline(environment, referenceId, newest);
  const [shown, setShown] = useQueryState("timeline", parseAsStringLiteral(SHOWN));
  const kept = entries.filter((entry) => isShown(entry, shown));
  return (
    <TitledCard
      title={t("timeline")}
      aside={
        <>
          <span className="text-xs text-subtle-foreground">JST</span>
          <Segmented
            label={t("timelineShow.label")}
            name="timeline"
            className="ml-auto print:hidden"
            value={shown ?? "all"}
            options={(["all", ...SHOWN] as const).map((value) => ({ value, text: t(`timelineShow.${value}`) }))}
            onChoose={(value) => void setShown(value === "all" ? null : value)}
          />
        </>
      }
    >
      {shown !== null && (
        <p className="hidden px-4 pt-3 text-xs text-muted-foreground print:block">
          {t("print.part", { shown: t(`timelineShow.${shown}`) })}
        </p>
      )}
      {kept.length === 0 && (
        <p className="p-4 text-muted-foreground">{t(shown === null ? "timelineEmpty" : "timelineShow.none")}</p>
      )}
      {timelineDays(kept, earlier !== null).map(({ day, shown: ofDay }) => (
        <TimelineDay key={day} day={day}>
          {ofDay.map((one) => (
            <Entry key={one.entry.id} {...{ environment, mayReadRaw, ...one }} />
          ))}
        </TimelineDay>
      ))}
      {earlier && (
        <div className="border-t border-border px-4 py-3">
          <Button className="print:hidden" disabled={earlier.isPending} onClick={earlier.show}>
            {t(earlier.hasFailed ? "earlierFailed" : "showEarlier")}
          </Button>
          <p className="hidden text-xs text-muted-foreground print:block">{t("print.earlier")}</p>
        </div>
      )}
    </TitledCard>
  );
}

type EntryProps = ShownEntry & { environment: Environment; mayReadRaw: boolean };

function Entry({ environment, entry, again, isCut, mayReadRaw }: EntryProps) {
  const t = useTranslations("timeline");
  const { headline, detail, dot } = useTimelineWords(entry);
  const exchangeId = "exchangeId" in entry ? entry.exchangeId : null;
  const deliveryId = "deliveryId" in entry ? entry.deliveryId : null;
  const oldest = again.at(-1);
  const summary = t(isCut ? "againAtLeast" : "again", { count: again.length });
  return (
    <TimelineItem at={entry.at} dot={dot} headline={headline} detail={detail}>
      {mayReadRaw && exchangeId && <RawExchange environment={environment} exchangeId={exchangeId} />}
      {mayReadRaw && deliveryId && <RawDelivery environment={environment} deliveryId={deliveryId} />}
      {oldest && (
        <>
          <Disclosure summary={summary}>
            <ol className="mt-2">
              {again.map((one) => (
                <Entry key={one.id} entry={one} again={[]} isCut={false} {...{ environment, mayReadRaw }} />
              ))}
            </ol>
          </Disclosure>
          {/* What is closed is left out on paper, and these checks are evidence. */}
          <p className="hidden basis-full text-xs text-muted-foreground print:block [details[open]+&]:hidden">
            {summary} {!isCut && t.rich("againFirst", { at: () => <Timestamp at={oldest.at} style="time" /> })}
          </p>
        </>
      )}
    </TimelineItem>
  );
}
