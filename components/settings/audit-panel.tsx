import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { DetailPanel } from "@/components/data-table/detail-panel";
import type { PanelSteps } from "@/components/data-table/docked";
import { Fact, Facts } from "@/components/display/facts";
import { Timestamp } from "@/components/display/timestamp";
import { RawText } from "@/components/evidence/raw-text";
import { actorName } from "@/components/messages/audit-sentence";
import { useAuditSentence } from "@/components/messages/use-audit-sentence";
import { auditCache } from "@/lib/audit/cache";
import type { AuditLine } from "@/lib/audit/schema";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment; line: AuditLine; steps: PanelSteps };

/** Everything that a line holds, and where it stands in its chain. */
export function AuditPanel({ environment, line, steps }: Props) {
  const t = useTranslations("audit");
  const actions = useTranslations("actions");
  const { id, at, actor, action, subject } = line;
  return (
    <DetailPanel
      label={t("entry", { line: id })}
      head={<h2 className="font-mono text-sm font-semibold break-all">{action}</h2>}
      steps={steps}
    >
      <div className="grid gap-4">
        <p className="font-semibold break-words">{useAuditSentence()(line)}</p>
        <div className="-mx-4 text-md">
          <Facts>
            <Fact name={t("filters.when")}>
              <Timestamp at={at} style="full" />
            </Fact>
            <Fact name={t("filters.who")}>{actorName(actions, actor)}</Fact>
            <Fact name={t("subject")}>
              <span className="font-mono text-xs break-all">{subject}</span>
            </Fact>
          </Facts>
        </div>
        <Raw environment={environment} line={line} />
      </div>
    </DetailPanel>
  );
}

function Raw({ environment, line: { id, actor, detail } }: Pick<Props, "environment" | "line">) {
  const t = useTranslations();
  const { data, isError } = useQuery(auditCache.link(environment, id));
  if (isError) return <p role="alert">{t("common.unavailable")}</p>;
  if (!data) return <p role="status">{t("common.loading")}</p>;
  const { link, isWaiting } = data;
  return (
    <div className="text-xs">
      <RawText name={t("audit.position", { position: link?.position ?? "—", line: id })}>
        {[
          `${actor.kind}: ${actor.name}`,
          JSON.stringify(detail, null, 2),
          link ? `SHA-256 ${link.hash}` : t(isWaiting ? "audit.isWaiting" : "audit.noLink"),
        ].join("\n")}
      </RawText>
    </div>
  );
}
