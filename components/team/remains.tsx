import Link from "next/link";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Alert } from "@/components/ui/alert";
import { TitledCard } from "@/components/ui/card";
import { may } from "@/lib/auth/permissions";
import type { Remaining, UserView } from "@/lib/team/schema";

const PAGES = { api_key: "api-keys", endpoint: "webhooks", channel: "notifications" } as const;

/** What works on once the user has left, and what to do about each. */
export function Remains({ user: { remains, role, state } }: { user: UserView }) {
  const t = useTranslations("team.remains");
  if (remains.length === 0) return null;
  const isDisabled = state === "disabled";
  const hasLeft = isDisabled || !may(role, "api_keys:manage");
  return (
    <TitledCard title={t("title")}>
      <div className="border-b border-border p-4">
        <Alert tone={hasLeft ? "watch" : "neutral"}>
          {hasLeft ? t("leadLeft", { why: isDisabled ? "disabled" : "role" }) : t("lead")}
        </Alert>
      </div>
      <ul>
        {remains.map((one) => (
          <Line key={`${one.kind} ${one.id}`} one={one} />
        ))}
      </ul>
    </TitledCard>
  );
}

function Line({ one: { kind, environment, name, shown, how, until } }: { one: Remaining }) {
  const t = useTranslations("team.remains");
  const shell = useTranslations("shell");
  return (
    <li className="grid gap-0.5 border-b border-border px-4 py-2.5 last:border-b-0">
      <span className="flex flex-wrap items-baseline gap-x-3">
        <Link
          prefetch={false}
          href={`/${environment}/settings/${PAGES[kind]}`}
          className="inline-block min-h-6 min-w-0 font-semibold wrap-anywhere hover:underline"
        >
          {name}
        </Link>
        <span className="min-w-0 font-mono text-xs wrap-anywhere text-muted-foreground">{shown}</span>
        <span className="text-xs text-muted-foreground">
          {t(`kinds.${kind}`)} · {shell(environment)}
        </span>
      </span>
      <span className="text-sm">
        {t.rich(`how.${how}`, { until: () => until && <Timestamp at={until} style="minute" /> })}
      </span>
    </li>
  );
}
