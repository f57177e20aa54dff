import { useTranslations } from "next-intl";
import { Copyable } from "@/components/display/copyable";
import { Timestamp } from "@/components/display/timestamp";
import { Alert } from "@/components/ui/alert";
import { TitledCard } from "@/components/ui/card";
import type { DayView, EarlierClose } from "@/lib/daily-close/schema";

/** By whom and under which hash the day was closed; loud where the document is no longer the one that was hashed. */
export function ClosedNote({ closed }: { closed: NonNullable<DayView["closed"]> }) {
  const t = useTranslations("dailyClose");
  const at = () => <Timestamp at={closed.at} style="minute" />;
  if (!closed.isIntact) {
    return (
      <Alert tone="failed" role="alert">
        {t("altered")}
      </Alert>
    );
  }
  return (
    <TitledCard title={t("states.closed")}>
      <div className="grid gap-2 px-4 py-3.5 text-sm">
        <p>{t.rich("closedBy", { by: closed.by, at })}</p>
        {closed.proposedBy && <p>{t("closeProposedBy", { by: closed.proposedBy })}</p>}
        {closed.reason && <p>{t("closedReason", { reason: closed.reason })}</p>}
        <div>
          <p className="text-xs text-subtle-foreground">{t("hash")}</p>
          <Copyable text={closed.hash} what={t("hash")} />
        </div>
      </div>
    </TitledCard>
  );
}

/** The closes of a day that were taken back: they stay on record. Not there where none was. */
export function EarlierCloses({ closes }: { closes: EarlierClose[] }) {
  const t = useTranslations("dailyClose");
  if (closes.length === 0) return null;
  return (
    <TitledCard title={t("earlier")}>
      <ul aria-label={t("earlier")}>
        {closes.map(({ version, hash, at, by, reopened }) => (
          <li key={version} className="grid gap-0.5 border-b border-border px-4 py-2 text-sm last:border-b-0">
            <p>
              {t.rich("earlierClosed", { by, at: () => <Timestamp at={at} style="minute" /> })}{" "}
              <span className="font-mono text-xs">{hash.slice(0, 12)}</span>
            </p>
            <p>
              {t.rich("reopenedBy", {
                proposedBy: reopened.proposedBy,
                confirmedBy: reopened.confirmedBy,
                at: () => <Timestamp at={reopened.at} style="minute" />,
              })}
            </p>
            <p className="text-muted-foreground">{t("reasonGiven", { reason: reopened.reason })}</p>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}
