import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { ApiChecks, ApiChecksLoader } from "@/components/api-status/api-checks";
import { CallbackDays } from "@/components/api-status/callback-days";
import { CallbackFacts } from "@/components/api-status/callback-facts";
import { AnnouncedChanges, DriftFacts } from "@/components/api-status/service-facts";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { PageFrame } from "@/components/shell/page-frame";
import { apiStatusCache } from "@/lib/api-status/cache";
import { countCallbackDays } from "@/lib/api-status/callback-days";
import { checkApiStatus } from "@/lib/api-status/commands";
import { getApiStatus } from "@/lib/api-status/queries";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { callbackAddress, getSignatureLock } from "@/lib/callbacks/queries";
import { viewerContext } from "@/lib/http/viewer";

export default async function ApiStatusPage({ params }: PageProps<"/[environment]/api-status">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("apiStatus");
  const sections = await getTranslations("sections");
  const mayRead = may(actor.role, "callbacks:read");
  const [known, days, address, lock] = await Promise.all([
    getApiStatus(ctx),
    countCallbackDays(ctx),
    mayRead ? callbackAddress(ctx) : null,
    mayRead ? getSignatureLock(ctx) : null,
  ]);
  return (
    <PageFrame
      title={sections("api-status")}
      summary={t("summary", {
        environment,
        days: days.length,
        callbacks: days.reduce((sum, { arrived }) => sum + arrived, 0),
        refused: days.reduce((sum, { refused }) => sum + refused, 0),
      })}
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <ClientBoundary messages={["apiStatus", "common"]}>
          <CallbackFacts environment={environment} known={known} address={address?.current ?? null} lock={lock} />
        </ClientBoundary>
        <ClientBoundary messages={["apiStatus", "failures", "common"]}>
          <Suspense fallback={<ApiChecksLoader />}>
            <Checks ctx={ctx} />
          </Suspense>
        </ClientBoundary>
        <CallbackDays environment={environment} days={days} />
        <AnnouncedChanges announced={known.announced} />
        <DriftFacts strange={known.strange} />
      </div>
    </PageFrame>
  );
}

async function Checks({ ctx }: { ctx: Ctx }) {
  const { environment } = ctx;
  const queries = [seed(apiStatusCache.check(environment), await checkApiStatus(ctx))];
  return (
    <ClientBoundary queries={queries}>
      <ApiChecks environment={environment} />
    </ClientBoundary>
  );
}
