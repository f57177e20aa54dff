import { useLocale, useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { TitledCard } from "@/components/ui/card";
import { Count } from "@/components/ui/count";
import { listText } from "@/lib/i18n/list-text";
import type { PayeeVersionView } from "@/lib/payees/schema";

/** All that was ever proposed about a payee, by whom, and who decided it. */
export function PayeeVersions({ versions }: { versions: PayeeVersionView[] }) {
  const t = useTranslations("payees");
  const locale = useLocale();
  return (
    <TitledCard title={t("history")} aside={<Count>{versions.length}</Count>}>
      <ol className="divide-y divide-border">
        {versions.map(({ version, by, at, changed, decision }) => (
          <li key={version} className="grid gap-0.5 px-4 py-2.5 text-sm">
            <span className="font-semibold">{t("version", { version })}</span>
            <span className="text-muted-foreground">
              {changed === null
                ? t("firstVersion")
                : t("changed", {
                    parts: listText(
                      changed.map((part) => t(`parts.${part}`)),
                      locale,
                    ),
                  })}
            </span>
            <span className="text-xs text-muted-foreground">
              {t.rich("proposedBy", { by, at: () => <Timestamp at={at} style="full" /> })}
            </span>
            <span className="text-xs text-muted-foreground">
              {decision === null ? t("decided.waiting") : <DecidedBy decision={decision} />}
            </span>
            {decision?.reason && (
              <span className="text-xs break-words">{t("reasonWas", { reason: decision.reason })}</span>
            )}
          </li>
        ))}
      </ol>
    </TitledCard>
  );
}

export function DecidedBy({ decision: { kind, by, at } }: { decision: NonNullable<PayeeVersionView["decision"]> }) {
  const t = useTranslations("payees.decided");
  return t.rich(kind, { by, at: () => <Timestamp at={at} style="full" /> });
}
