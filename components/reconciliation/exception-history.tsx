import { useTranslations } from "next-intl";
import { EventHistory } from "@/components/display/event-history";
import { Timestamp } from "@/components/display/timestamp";
import type { ExceptionEvent, RowDetail } from "@/lib/reconciliation/schema";
import { REASONS } from "@/lib/reconciliation/state";

/** What runs and people did about the exception, the newest first. */
export function ExceptionHistory({ row: { history, openedAt } }: { row: RowDetail }) {
  const t = useTranslations("reconciliation.detail");
  if (openedAt === null) return null;
  return (
    <EventHistory
      title={t("history")}
      lead={t.rich("age", { at: () => <Timestamp at={openedAt} style="minute" /> })}
      events={history}
      sentence={(event) => <Sentence event={event} />}
    />
  );
}

function Sentence({ event: { kind, by, detail } }: { event: ExceptionEvent }) {
  const t = useTranslations("reconciliation");
  const known = REASONS.find((reason) => reason === detail.reason);
  const values = {
    by: by ?? "",
    owner: detail.owner ?? t("rows.unassigned"),
    reason: kind === "explained" && known ? t(`reasons.${known}`) : (detail.reason ?? ""),
    found: detail.found ?? t("detail.foundNothing"),
  };
  return (
    <span>
      {t(`detail.events.${kind}`, values)}
      {detail.note && <span className="block text-xs text-muted-foreground">{detail.note}</span>}
    </span>
  );
}
