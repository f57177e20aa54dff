import { getTranslations } from "next-intl/server";
import { EndedRequests } from "@/components/ended-requests/ended-requests";
import { DatabaseChanged } from "@/components/freezes/database-changed";
import { FollowFreezes } from "@/components/freezes/follow-freezes";
import { FreezeEffect } from "@/components/freezes/freeze-effect";
import { FreezeForm } from "@/components/freezes/freeze-form";
import { OpenFreezes } from "@/components/freezes/open-freezes";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { MayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { listEndedRequests } from "@/lib/dashboard/proposals";
import { afterDatabaseChange, listFreezable, listFreezes } from "@/lib/freezes/queries";
import { viewerContext } from "@/lib/http/viewer";

export default async function FreezesPage({ params }: PageProps<"/[environment]/settings/freezes">) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("freezes");
  const settings = await getTranslations("settings");
  const { environment, actor } = ctx;
  if (!may(actor.role, "freezes:freeze")) return <MayNot title={settings("freezes")} why={t("mayNot")} />;
  const [freezes, users, change] = await Promise.all([listFreezes(ctx), listFreezable(ctx), afterDatabaseChange(ctx)]);
  const summary = t.rich("summary", { open: freezes.length, b: (chunks) => <b>{chunks}</b> });
  return (
    <PageFrame title={settings("freezes")} summary={summary}>
      <FollowFreezes environment={environment} shown={freezes} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid grid-cols-1 gap-4">
          <EndedRequests
            environment={environment}
            requests={await listEndedRequests(ctx, { kinds: ["resume_payouts"] })}
          />
          <ClientBoundary messages={["freezes", "dualControl", "fields", "problems", "stepUp", "common.*"]}>
            <OpenFreezes
              environment={environment}
              freezes={freezes}
              mayResume={may(actor.role, "freezes:resume")}
              hasLink={false}
            />
            {change && <DatabaseChanged environment={environment} change={change} />}
            <FreezeForm environment={environment} users={users} />
          </ClientBoundary>
        </div>
        <FreezeEffect />
      </div>
    </PageFrame>
  );
}
