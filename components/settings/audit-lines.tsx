"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { RawText } from "@/components/evidence/raw-text";
import { Empty } from "@/components/feedback/empty";
import { ScanProgress } from "@/components/feedback/scan-progress";
import { useFurther } from "@/components/filters/use-further";
import { actorName, auditSentence } from "@/components/messages/audit-sentence";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Disclosure } from "@/components/ui/disclosure";
import { auditCache } from "@/lib/audit/cache";
import { auditAddress } from "@/lib/audit/filter";
import type { AuditChoice, AuditLine, AuditPage } from "@/lib/audit/schema";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";

type Props = { environment: Environment; filter: AuditChoice; isOlder: boolean; page: AuditPage };

/** The lines of one chain, newest first, as they were written. */
export function AuditLines({ environment, filter, isOlder, page }: Props) {
  const t = useTranslations("audit");
  const more = useTranslations("scanProgress");
  const { further, isLooking } = useFurther<AuditLine>({
    list: [environment, "audit", "further", auditAddress(filter)],
    from: page.isPart ? page.older : null,
    shown: page.lines.length,
    step: async (place, reach, signal) => {
      const path = `/api/${environment}/audit?${auditAddress(filter, place)}&reach=${reach}`;
      const { lines, older } = await fetchView<AuditPage>(path, signal);
      return { rows: lines, end: older };
    },
  });
  const lines = [...page.lines, ...(further?.rows ?? [])];
  const older = further ? further.end : page.older;
  const address = (place?: string) => `/${environment}/settings/audit?${auditAddress(filter, place)}` as const;
  return (
    <>
      <Card>
        {lines.length === 0 && older === null && <Empty title={t("nothing")} />}
        {lines.length === 0 && older !== null && <Empty title={more("noneSoFar")}>{more("noneSoFarText")}</Empty>}
        <ol aria-label={t("lines")}>
          {lines.map((line) => (
            <Line key={line.id} environment={environment} line={line} />
          ))}
        </ol>
      </Card>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <nav aria-label={t("pages")} className="flex flex-wrap gap-2">
          {isOlder && (
            <Link href={address()} className={buttonVariants()}>
              {t("newest")}
            </Link>
          )}
          {older !== null && (
            <Link href={address(older)} className={buttonVariants()}>
              {page.isPart ? more("searchFurther") : t("older")}
            </Link>
          )}
        </nav>
        {page.isPart && older !== null && (
          <ScanProgress place={<Timestamp at={older.split("~")[0] ?? ""} style="minute" />} isLooking={isLooking} />
        )}
      </div>
    </>
  );
}

function Line({ environment, line }: { environment: Environment; line: AuditLine }) {
  const { at, actor, action, subject, detail } = line;
  const actions = useTranslations("actions");
  const states = useTranslations("states");
  return (
    <li className="grid gap-x-4 gap-y-1 border-b border-border px-4 py-2.5 last:border-b-0 sm:flex">
      <span className="shrink-0 pt-px text-xs text-subtle-foreground">
        <Timestamp at={at} style="full" />
      </span>
      <div className="min-w-0 flex-1">
        <p>{auditSentence(actions, states, { by: actorName(actions, actor), action, subject, detail })}</p>
        <p className="font-mono text-xs break-all text-muted-foreground">
          {action} · {subject}
        </p>
        <AuditDetail environment={environment} line={line} />
      </div>
    </li>
  );
}

type AuditDetailProps = { environment: Environment; line: AuditLine };

/** Everything that a line holds, and where it stands in its chain. */
function AuditDetail(props: AuditDetailProps) {
  const t = useTranslations("audit");
  return (
    <Disclosure summary={t("detail")}>
      <Detail {...props} />
    </Disclosure>
  );
}

function Detail({ environment, line: { id, actor, detail } }: AuditDetailProps) {
  const t = useTranslations();
  const { data, isError } = useQuery(auditCache.link(environment, id));
  if (isError) return <p role="alert">{t("common.unavailable")}</p>;
  if (!data) return <p role="status">{t("common.loading")}</p>;
  const { link } = data;
  return (
    <RawText name={t("audit.position", { position: link?.position ?? "—", line: id })}>
      {[
        `${actor.kind}: ${actor.name}`,
        JSON.stringify(detail, null, 2),
        link ? `SHA-256 ${link.hash}` : t("audit.noLink"),
      ].join("\n")}
    </RawText>
  );
}
