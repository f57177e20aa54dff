import { useLocale, useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { auditSentence } from "@/components/messages/audit-sentence";
import { TitledCard } from "@/components/ui/card";
import { colon } from "@/lib/i18n/list-text";
import type { HistoryLine } from "@/lib/team/schema";

/** A user's audit events: sign-ins, and changes by admins. */
export function UserHistory({ lines }: { lines: HistoryLine[] }) {
  const t = useTranslations("team.history");
  const locale = useLocale();
  const roles = useTranslations("roles");
  const actions = useTranslations("actions");
  const states = useTranslations("states");
  return (
    <TitledCard title={t("title")} aside={<span className="ml-auto text-xs text-subtle-foreground">JST</span>}>
      {lines.length === 0 && <p className="p-4 text-muted-foreground">{t("nothing")}</p>}
      <ol>
        {lines.map(({ id, at, by, action, before, after, proposed }) => (
          <li key={id} className="grid gap-0.5 border-b border-border px-4 py-2.25 last:border-b-0">
            <span>
              {auditSentence(actions, states, { locale, by, action, detail: proposed })}
              {after && `${colon(locale)}${before ? `${roles(before)} → ` : ""}${roles(after)}`}
            </span>
            <span className="text-xs text-subtle-foreground">
              <Timestamp at={at} style="minute" />
            </span>
          </li>
        ))}
      </ol>
    </TitledCard>
  );
}
