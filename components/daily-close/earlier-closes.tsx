import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { EarlierClose } from "@/lib/daily-close/schema";

/** The closes of a day that were taken back: they stay on record. Not there where none was. */
export function EarlierCloses({ closes }: { closes: EarlierClose[] }) {
  const t = useTranslations("closing");
  if (closes.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("earlier")}</CardTitle>
      </CardHeader>
      <ul aria-label={t("earlier")}>
        {closes.map(({ version, hash, at, by, reopened }) => (
          <li key={version} className="grid gap-0.5 border-b border-border px-4 py-2 text-[13px] last:border-b-0">
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
    </Card>
  );
}
