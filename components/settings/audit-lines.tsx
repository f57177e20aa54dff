import Link from "next/link";
import { useTranslations } from "next-intl";
import { actionWords } from "@/components/action-words";
import { Empty } from "@/components/empty";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { When } from "@/components/when";
import { auditAddress } from "@/lib/audit/place";
import type { AuditFilter, AuditLine, AuditPage } from "@/lib/audit/schema";
import type { Environment } from "@/lib/environment";
import { AuditDetail } from "./audit-detail";

type Props = { environment: Environment; filter: Omit<AuditFilter, "before">; isOlder: boolean; page: AuditPage };

/** The lines of one chain, newest first, as they were written. */
export function AuditLines({ environment, filter, isOlder, page }: Props) {
  const t = useTranslations("audit");
  const address = (place?: string) => `/${environment}/settings/audit?${auditAddress(filter, place)}` as const;
  return (
    <>
      <Card>
        {page.lines.length === 0 && <Empty title={t("nothing")} />}
        <ol aria-label={t("lines")}>
          {page.lines.map((line) => (
            <Line key={line.id} environment={environment} line={line} />
          ))}
        </ol>
      </Card>
      <nav aria-label={t("pages")} className="mt-3 flex flex-wrap gap-2">
        {isOlder && (
          <Link href={address()} className={buttonVariants()}>
            {t("newest")}
          </Link>
        )}
        {page.older !== null && (
          <Link href={address(page.older)} className={buttonVariants()}>
            {t("older")}
          </Link>
        )}
      </nav>
    </>
  );
}

function Line({ environment, line }: { environment: Environment; line: AuditLine }) {
  const { at, actor, action, subject, detail } = line;
  const actions = useTranslations("actions");
  const states = useTranslations("states");
  return (
    <li className="grid gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0 sm:flex">
      <span className="shrink-0 pt-px text-xs text-ink-3">
        <When at={at} style="full" />
      </span>
      <div className="min-w-0 flex-1">
        <p>{actionWords(actions, states, { by: actor.name, action, subject, detail })}</p>
        <p className="font-mono text-xs break-all text-ink-2">
          {action} · {subject}
        </p>
        <AuditDetail environment={environment} line={line} />
      </div>
    </li>
  );
}
