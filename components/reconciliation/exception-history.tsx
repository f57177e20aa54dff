import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import type { ExceptionEvent, RowDetail } from "@/lib/reconciliation/schema";
import { REASONS } from "@/lib/reconciliation/state";

/** What runs and people did about the exception, the newest first. */
export function ExceptionHistory({ row: { history, openedAt } }: { row: RowDetail }) {
  const t = useTranslations("reconciliation.detail");
  if (openedAt === null) return null;
  return (
    <section className="grid gap-1.5">
      <h3 className="text-sm font-semibold">{t("history")}</h3>
      <p className="text-xs text-muted-foreground">
        {t.rich("age", { at: () => <Timestamp at={openedAt} style="minute" /> })}
      </p>
      <ol className="grid gap-1 text-sm">
        {history.map((event) => (
          <li key={`${event.at} ${event.kind}`} className="flex flex-wrap gap-x-2">
            <span className="text-xs leading-5 text-subtle-foreground">
              <Timestamp at={event.at} style="minute" />
            </span>
            <Sentence event={event} />
          </li>
        ))}
      </ol>
    </section>
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
