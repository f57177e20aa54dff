import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Asking } from "@/components/asking";
import { ClientMessages } from "@/components/client-messages";
import { Empty } from "@/components/empty";
import { AuditChain } from "@/components/settings/audit-chain";
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { PageFrame } from "@/components/shell/page-frame";
import { verifyAudit } from "@/lib/audit/verify";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/auth/viewer";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("audit"))("title") };
}

export default async function AuditPage({ params }: PageProps<"/[environment]/settings/audit">) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("audit");
  return (
    <PageFrame title={t("title")} aside={t("lead")}>
      <SettingsTabs environment={ctx.environment} role={ctx.actor.role} current="audit" />
      {may(ctx.actor.role, "audit:verify") ? (
        <Suspense fallback={<Asking>{t("checking")}</Asking>}>
          <Chains ctx={ctx} />
        </Suspense>
      ) : (
        <Empty title={t("mayNot")} />
      )}
    </PageFrame>
  );
}

async function Chains({ ctx }: { ctx: Ctx }) {
  const chains = await verifyAudit(ctx);
  return (
    <ClientMessages of={["common"]}>
      <div className="grid max-w-190 gap-4">
        {chains.map((chain) => (
          <AuditChain key={chain.chain} chain={chain} />
        ))}
      </div>
    </ClientMessages>
  );
}
