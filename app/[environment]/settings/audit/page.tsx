import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Empty } from "@/components/feedback/empty";
import { TabLinks } from "@/components/filters/tab-links";
import { pickMessages } from "@/components/messages/pick-messages";
import { AuditChain, AuditChainAsked } from "@/components/settings/audit-chain";
import { AuditFilters } from "@/components/settings/audit-filters";
import { AuditLines } from "@/components/settings/audit-lines";
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { PageFrame } from "@/components/shell/page-frame";
import { buttonVariants } from "@/components/ui/button";
import { auditAddress } from "@/lib/audit/filter";
import { listAuditChoices, readAudit } from "@/lib/audit/queries";
import { AUDIT_CHAINS, type AuditFilter, auditFilter } from "@/lib/audit/schema";
import { chainsAround, verifyAudit } from "@/lib/audit/verify";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("audit"))("title") };
}

export default async function AuditPage({ params, searchParams }: PageProps<"/[environment]/settings/audit">) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("audit");
  return (
    <PageFrame title={t("title")} aside={t("lead")}>
      <SettingsTabs environment={ctx.environment} role={ctx.actor.role} current="audit" />
      {may(ctx.actor.role, "audit:read") ? (
        <Log ctx={ctx} filter={auditFilter.parse(await searchParams)} />
      ) : (
        <Empty title={t("mayNot")} />
      )}
    </PageFrame>
  );
}

async function Log({ ctx, filter: { before, reach: _step, ...filter } }: { ctx: Ctx; filter: AuditFilter }) {
  const { environment } = ctx;
  const t = await getTranslations("audit");
  const [choices, page] = await Promise.all([listAuditChoices(ctx, filter), readAudit(ctx, { ...filter, before })]);
  const tabs = AUDIT_CHAINS.map((name) => ({
    name,
    text: t(`chains.${name === "here" ? environment : name}`),
    href: `/${environment}/settings/audit?${auditAddress({ ...filter, chain: name, action: undefined })}` as const,
  }));
  return (
    <NextIntlClientProvider
      messages={pickMessages(await getMessages(), ["common", "audit", "actions", "states", "further"])}
    >
      {/* All lines are verified on the first page only, not on each page turn. */}
      {before === undefined && (
        <div className="mb-5 grid max-w-190 gap-4">
          <Suspense fallback={chainsAround(environment).map((chain) => <AuditChainAsked key={chain} chain={chain} />)}>
            <Chains ctx={ctx} />
          </Suspense>
        </div>
      )}
      <TabLinks label={t("which")} tabs={tabs} current={filter.chain} />
      <AuditFilters environment={environment} filter={filter} choices={choices} />
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <a href={`/api/${environment}/audit/export?${auditAddress(filter)}`} download className={buttonVariants()}>
          {t("export")}
        </a>
        <p className="text-xs text-subtle-foreground">{t("exportHint")}</p>
      </div>
      <AuditLines
        key={auditAddress(filter, before && `${before.at}~${before.id}`)}
        {...{ environment, filter, page }}
        isOlder={before !== undefined}
      />
    </NextIntlClientProvider>
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
