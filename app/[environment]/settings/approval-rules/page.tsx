import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { Empty } from "@/components/feedback/empty";
import { pickMessages } from "@/components/messages/pick-messages";
import { DailyLimits } from "@/components/settings/daily-limits";
import { ProposeRules } from "@/components/settings/propose-rules";
import { RulesInForce } from "@/components/settings/rules-in-force";
import { RulesProposal } from "@/components/settings/rules-proposal";
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { PageFrame } from "@/components/shell/page-frame";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { getLimits } from "@/lib/limits/queries";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import { getRules } from "@/lib/withdrawals/queries";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("rules"))("title") };
}

type Props = PageProps<"/[environment]/settings/approval-rules">;

export default async function ApprovalRulesPage({ params }: Props) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("rules");
  return (
    <PageFrame title={t("title")} aside={t("lead")}>
      <SettingsTabs environment={ctx.environment} role={ctx.actor.role} current="approval-rules" />
      {may(ctx.actor.role, "approval_rules:read") ? (
        <Rules ctx={ctx} mayChange={may(ctx.actor.role, "approval_rules:change")} />
      ) : (
        <Empty title={t("mayNot")} />
      )}
    </PageFrame>
  );
}

async function Rules({ ctx, mayChange }: { ctx: Ctx; mayChange: boolean }) {
  const { environment } = ctx;
  const [{ inForce, proposal }, limits] = await Promise.all([getRules(ctx), getLimits(ctx)]);
  return (
    <div className="grid max-w-190 gap-4">
      <NextIntlClientProvider
        messages={pickMessages(await getMessages(), [
          "rules",
          "limits",
          "secondAdmin",
          "fieldProblems",
          "problems",
          "proof",
        ])}
      >
        {proposal && (
          <RulesProposal
            key={proposal.id}
            environment={environment}
            inForce={inForce}
            proposal={proposal}
            mayChange={mayChange}
          />
        )}
        <RulesInForce rules={inForce} />
        {mayChange && (
          <ProposeRules
            key={JSON.stringify(inForce)}
            environment={environment}
            currencies={WITHDRAWAL_CURRENCIES}
            inForce={inForce}
            isOpen={proposal !== null}
          />
        )}
        <DailyLimits
          environment={environment}
          limits={limits}
          currencies={WITHDRAWAL_CURRENCIES}
          mayChange={mayChange}
        />
      </NextIntlClientProvider>
    </div>
  );
}
