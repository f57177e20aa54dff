"use client";

import { Bot, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/data-table";
import { ListAddressProvider } from "@/components/data-table/list-address";
import { ENTRY_CELL, EntryLink, LogFilters, LogView } from "@/components/data-table/log-view";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { useFurther } from "@/components/filters/use-further";
import { useAuditSentence } from "@/components/messages/use-audit-sentence";
import { AUDIT_PARTS, auditAddress } from "@/lib/audit/filter";
import type { AuditChoice, AuditChoices, AuditLine, AuditPage } from "@/lib/audit/schema";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import { AuditPanel } from "./audit-panel";
import { useAuditFacets } from "./use-audit-facets";

type RowsProps = { environment: Environment; filter: AuditChoice; page: AuditPage; asked: AuditLine | null };
type Props = RowsProps & { choices: AuditChoices; before: string | undefined };

const keyOf = ({ id }: AuditLine) => id;

/** The lines of one chain, newest first, as they were written. */
export function AuditLog({ choices, before, ...props }: Props) {
  const t = useTranslations("audit.filters");
  const { environment, filter } = props;
  return (
    <ListAddressProvider path={`/${environment}/settings/audit`} parts={AUDIT_PARTS} isReadByPage>
      <LogFilters
        find={{ part: "subject", name: t("subject"), hint: t("subjectHint") }}
        facets={useAuditFacets(choices)}
        exportPath={`/api/${environment}/audit/export`}
      />
      <Rows key={auditAddress(filter, before)} {...props} />
    </ListAddressProvider>
  );
}

function Rows({ environment, filter, page, asked }: RowsProps) {
  const t = useTranslations("audit");
  const columns = useAuditColumns();
  const { further, isLooking } = useFurther<AuditLine>({
    list: [environment, "audit", "further", auditAddress(filter)],
    from: page.isPart ? page.older : null,
    shown: page.lines.length,
    step: async (place, signal) => {
      const path = `/api/${environment}/audit?${auditAddress(filter, place)}`;
      const { lines, older } = await fetchView<AuditPage>(path, signal);
      return { rows: lines, end: older };
    },
  });
  return (
    <LogView
      caption={t("lines")}
      rows={[...page.lines, ...(further?.rows ?? [])]}
      {...{ keyOf, columns, asked }}
      card="max-lg:[&>tr]:grid-cols-[auto_1fr] max-lg:[&>tr]:items-center max-lg:[&>tr]:gap-x-3 max-lg:[&>tr]:py-2"
      empty={<Empty title={t("nothing")} />}
      scan={{ older: further ? further.end : page.older, isPart: page.isPart, isLooking }}
      panel={(line, steps) => <AuditPanel {...{ environment, line, steps }} />}
    />
  );
}

/** When, what was done and by whom, and the action and subject as they were recorded. */
function useAuditColumns() {
  const t = useTranslations("audit");
  const sentenceOf = useAuditSentence();
  return (isNarrow: boolean): Column<AuditLine>[] => [
    {
      id: "at",
      name: `${t("filters.when")} (JST)`,
      cell: ({ at }) => <Timestamp at={at} style="recent" />,
      className: "text-xs text-subtle-foreground max-lg:row-start-1",
    },
    {
      id: "what",
      name: t("what"),
      cell: (line) => <What line={line} sentence={sentenceOf(line)} />,
      className: ENTRY_CELL,
    },
    {
      id: "action",
      name: t("filters.action"),
      cell: ({ action }) => action,
      className: `${CODE} max-lg:row-start-1 max-lg:justify-self-end`,
      isWide: isNarrow,
    },
    {
      id: "subject",
      name: t("subject"),
      cell: ({ subject }) => subject,
      className: `${CODE} max-lg:col-span-full max-lg:row-start-3 max-lg:break-all lg:max-w-52 lg:truncate`,
      isWide: isNarrow,
    },
  ];
}

const CODE = "font-mono text-xs text-muted-foreground";

function What({ line: { id, actor }, sentence }: { line: AuditLine; sentence: string }) {
  const Icon = actor.kind === "user" ? UserRound : Bot;
  return (
    <EntryLink entry={id}>
      <Icon aria-hidden className="mr-2 inline size-3.5 align-text-bottom text-subtle-foreground" />
      <span title={sentence}>{sentence}</span>
    </EntryLink>
  );
}
