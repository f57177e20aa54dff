import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { Empty } from "@/components/feedback/empty";
import { DatabaseChanged } from "@/components/freezes/database-changed";
import { FreezeForm } from "@/components/freezes/freeze-form";
import { OpenFreezes } from "@/components/freezes/open-freezes";
import { pickMessages } from "@/components/messages/pick-messages";
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { PageFrame } from "@/components/shell/page-frame";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { afterDatabaseChange, listFreezable, listFreezes } from "@/lib/freezes/queries";
import { viewerContext } from "@/lib/http/viewer";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("freezes"))("title") };
}

export default async function FreezesPage({ params }: PageProps<"/[environment]/settings/freezes">) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("freezes");
  const { role } = ctx.actor;
  return (
    <PageFrame title={t("title")} aside={t("lead")}>
      <SettingsTabs environment={ctx.environment} role={role} current="freezes" />
      {may(role, "freezes:freeze") ? (
        <Freezes ctx={ctx} mayResume={may(role, "freezes:resume")} />
      ) : (
        <Empty title={t("mayNot")} />
      )}
    </PageFrame>
  );
}

async function Freezes({ ctx, mayResume }: { ctx: Ctx; mayResume: boolean }) {
  const { environment } = ctx;
  const [freezes, people, change] = await Promise.all([listFreezes(ctx), listFreezable(ctx), afterDatabaseChange(ctx)]);
  return (
    <div className="grid max-w-190 gap-4">
      <NextIntlClientProvider
        messages={pickMessages(await getMessages(), ["freezes", "fieldProblems", "problems", "proof"])}
      >
        <OpenFreezes environment={environment} freezes={freezes} mayResume={mayResume} hasLink={false} />
        {change && <DatabaseChanged environment={environment} change={change} />}
        <FreezeForm environment={environment} people={people} />
      </NextIntlClientProvider>
    </div>
  );
}
