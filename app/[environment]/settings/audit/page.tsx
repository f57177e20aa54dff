import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { TabLinks } from "@/components/filters/tab-links";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { AuditChain, AuditChainAsked } from "@/components/settings/audit-chain";
import { AuditLog } from "@/components/settings/audit-log";
import { MayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { auditAddress } from "@/lib/audit/filter";
import { getAuditLine, listAuditChoices, readAudit } from "@/lib/audit/queries";
import { AUDIT_CHAINS, auditFilter, openedLine } from "@/lib/audit/schema";
import { chainsAround, verifyAudit } from "@/lib/audit/verify";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";

export default async function AuditPage({ params, searchParams }: PageProps<"/[environment]/settings/audit">) {
  const ctx = await viewerContext((await params).environment);
  const { environment } = ctx;
  const t = await getTranslations("audit");
  const settings = await getTranslations("settings");
  if (!may(ctx.actor.role, "audit:read")) return <MayNot title={settings("audit")} why={t("mayNot")} />;
  const given = await searchParams;
  const { before, ...filter } = auditFilter.parse(given);
  const { entry } = openedLine.parse(given);
  const [choices, page, asked] = await Promise.all([
    listAuditChoices(ctx, filter),
    readAudit(ctx, { ...filter, before }),
    entry ? getAuditLine(ctx, { lineId: entry }) : null,
  ]);
  const tabs = AUDIT_CHAINS.map((name) => ({
    name,
    text: t(`chains.${name === "here" ? environment : name}`),
    href: `/${environment}/settings/audit?${auditAddress({ ...filter, chain: name, action: undefined })}` as const,
  }));
  const summary = t.rich("summary", {
    ...{ actions: choices.actions.length, users: choices.users.length },
    b: (chunks) => <b>{chunks}</b>,
  });
  return (
    <PageFrame title={settings("audit")} summary={summary}>
      <ClientBoundary messages={["common", "audit", "list", "actions", "states", "scanProgress"]}>
        {/* All lines are verified on the first page only, not on each page turn. */}
        {before === undefined && (
          <div className="@container mb-4">
            <div className="grid grid-cols-1 items-start gap-4 @2xl:grid-cols-2">
              <Suspense
                fallback={chainsAround(environment).map((chain) => <AuditChainAsked key={chain} chain={chain} />)}
              >
                <Chains ctx={ctx} />
              </Suspense>
            </div>
          </div>
        )}
        <TabLinks label={t("which")} tabs={tabs} current={filter.chain} className="mb-4" />
        <AuditLog {...{ environment, filter, choices, page, asked }} before={before && `${before.at}~${before.id}`} />
        <p className="mt-3 text-xs text-subtle-foreground">{t("exportHint")}</p>
      </ClientBoundary>
    </PageFrame>
  );
}

async function Chains({ ctx }: { ctx: Ctx }) {
  const verified = await verifyAudit(ctx);
  return (
    <>
      {verified.map((chain) => (
        <AuditChain key={chain.chain} chain={chain} />
      ))}
    </>
  );
}
