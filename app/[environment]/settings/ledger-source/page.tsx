import { getTranslations } from "next-intl/server";
import { LedgerQuery } from "@/components/ledger-source/ledger-query";
import { RunLedgerSource } from "@/components/ledger-source/run-ledger-source";
import { SourceRuns } from "@/components/ledger-source/source-runs";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { MayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { Alert } from "@/components/ui/alert";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { getLedgerSource } from "@/lib/reconciliation/ledger-source/queries";
import { DAY_MS, tokyoDay } from "@/lib/time";

export default async function LedgerSourcePage({ params }: PageProps<"/[environment]/settings/ledger-source">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("ledgerSource");
  const settings = await getTranslations("settings");
  if (!may(actor.role, "reconciliation:change")) return <MayNot title={settings("ledger-source")} why={t("mayNot")} />;
  const { isConfigured, source, versions, runs } = await getLedgerSource(ctx);
  const yesterday = tokyoDay(new Date(ctx.now().getTime() - DAY_MS));
  const summary = source
    ? t.rich(source.runAt === null ? "summaryUnscheduled" : "summary", {
        ...{ version: source.version, by: source.by, runAt: source.runAt ?? "", versions: versions.length },
        b: (chunks) => <b>{chunks}</b>,
      })
    : t("summaryNone");
  return (
    <PageFrame title={settings("ledger-source")} summary={summary}>
      <ClientBoundary messages={["ledgerSource", "reconciliation.upload", "fields", "problems", "stepUp", "common"]}>
        {!isConfigured && (
          <Alert tone="watch" className="mb-4">
            {t("notConfigured")}
          </Alert>
        )}
        <div className="grid grid-cols-1 gap-4">
          {may(actor.role, "ledger_source:manage") && isConfigured && (
            <LedgerQuery environment={environment} source={source} />
          )}
          {isConfigured && source && <RunLedgerSource environment={environment} yesterday={yesterday} />}
          <SourceRuns environment={environment} runs={runs} />
        </div>
      </ClientBoundary>
    </PageFrame>
  );
}
