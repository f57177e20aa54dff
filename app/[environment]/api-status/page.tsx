import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { ApiChecks, ApiChecksLoader } from "@/components/api-status/api-checks";
import { CallbackDays, CallbackSummary } from "@/components/api-status/callback-days";
import { CallbackFacts } from "@/components/api-status/callback-facts";
import { AnnouncedChanges, DriftFacts } from "@/components/api-status/service-facts";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { PageFrame } from "@/components/shell/page-frame";
import { apiStatusCache } from "@/lib/api-status/cache";
import { checkApiStatus } from "@/lib/api-status/commands";
import { getApiStatus } from "@/lib/api-status/queries";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { callbackAddress, getSignatureLock } from "@/lib/callbacks/queries";
import { viewerContext } from "@/lib/http/viewer";

export default async function ApiStatusPage({ params }: PageProps<"/[environment]/api-status">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const sections = await getTranslations("sections");
  const mayRead = may(actor.role, "callbacks:read");
  const [known, address, lock] = await Promise.all([
    getApiStatus(ctx),
    mayRead ? callbackAddress(ctx) : null,
    mayRead ? getSignatureLock(ctx) : null,
  ]);
  return (
    <ClientBoundary
      messages={["apiStatus", "failures", "common"]}
      queries={[seed(apiStatusCache.known(environment), known)]}
    >
      <PageFrame title={sections("api-status")} summary={<CallbackSummary environment={environment} />}>
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <CallbackFacts environment={environment} address={address?.current ?? null} lock={lock} />
          <Suspense fallback={<ApiChecksLoader />}>
            <Checks ctx={ctx} />
          </Suspense>
          <CallbackDays environment={environment} />
          <AnnouncedChanges environment={environment} />
          <DriftFacts environment={environment} />
        </div>
      </PageFrame>
    </ClientBoundary>
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
