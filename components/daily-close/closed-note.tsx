import { useTranslations } from "next-intl";
import { Copyable } from "@/components/display/copyable";
import { Timestamp } from "@/components/display/timestamp";
import { Alert } from "@/components/ui/alert";
import type { DayView } from "@/lib/daily-close/schema";

/** By whom and under which hash the day was closed; loud where the document is no longer the one that was hashed. */
export function ClosedNote({ closed }: { closed: NonNullable<DayView["closed"]> }) {
  const t = useTranslations("closing");
  const at = () => <Timestamp at={closed.at} style="minute" />;
  if (!closed.isIntact) {
    return (
      <Alert tone="failed" role="alert">
        {t("altered")}
      </Alert>
    );
  }
  return (
    <div className="text-[13px] text-muted-foreground">
      <p>{t.rich("closedBy", { by: closed.by, at })}</p>
      {closed.proposedBy && <p>{t("closeProposedBy", { by: closed.proposedBy })}</p>}
      {closed.reason && <p>{t("closedReason", { reason: closed.reason })}</p>}
      <p className="flex flex-wrap items-center gap-x-2">
        {t("hash")} <Copyable text={closed.hash} what={t("hash")} />
      </p>
    </div>
  );
}
