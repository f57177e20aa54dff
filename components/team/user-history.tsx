import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { HistoryLine } from "@/lib/team/schema";

/** A user's audit events: sign-ins, and changes by admins. */
export function UserHistory({ lines }: { lines: HistoryLine[] }) {
  const t = useTranslations("team.history");
  const roles = useTranslations("roles");
  const named = (role: HistoryLine["after"]) => (role === null ? "" : roles(role));
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        <span className="ml-auto text-xs text-subtle-foreground">JST</span>
      </CardHeader>
      {lines.length === 0 && <p className="p-4 text-muted-foreground">{t("nothing")}</p>}
      <ol>
        {lines.map(({ id, at, by, action, before, after }) => (
          <li key={id} className="grid gap-0.5 border-b border-border px-4 py-2.25 last:border-b-0">
            <span>
              {t("what", {
                ...{ by, raw: action, before: named(before), after: named(after) },
                action: action.replaceAll(/\W/g, "_"),
              })}
            </span>
            <span className="text-xs text-subtle-foreground">
              <Timestamp at={at} style="minute" />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
