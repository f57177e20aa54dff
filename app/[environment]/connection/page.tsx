import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { AnnouncedChanges } from "@/components/api-status/announced-changes";
import { CallbackDays } from "@/components/api-status/callback-days";
import { CallbackFacts } from "@/components/api-status/callback-facts";
import { ConnectionChecks, ConnectionChecksAsked } from "@/components/api-status/connection-checks";
import { DriftFacts } from "@/components/api-status/drift-facts";
import { pickMessages } from "@/components/messages/pick-messages";
import { PageFrame } from "@/components/shell/page-frame";
import { apiStatusCache } from "@/lib/api-status/cache";
import { countCallbackDays } from "@/lib/api-status/callback-days";
import { checkApiStatus } from "@/lib/api-status/commands";
import { getApiStatus } from "@/lib/api-status/queries";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { callbackAddress, getSignatureLock } from "@/lib/callbacks/queries";
import { viewerContext } from "@/lib/http/viewer";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("connection"))("title") };
}

export default async function ConnectionPage({ params }: PageProps<"/[environment]/connection">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("connection");
  const mayRead = may(actor.role, "callbacks:read");
  const [known, days, address, lock] = await Promise.all([
    getApiStatus(ctx),
    countCallbackDays(ctx),
    mayRead ? callbackAddress(ctx) : null,
    mayRead ? getSignatureLock(ctx) : null,
  ]);
  return (
    <PageFrame title={t("title")} aside={t("lead", { environment })}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <NextIntlClientProvider messages={pickMessages(await getMessages(), ["connection", "common"])}>
          <CallbackFacts environment={environment} known={known} address={address?.current ?? null} lock={lock} />
        </NextIntlClientProvider>
        <NextIntlClientProvider messages={pickMessages(await getMessages(), ["connection", "failures", "common"])}>
          <Suspense fallback={<ConnectionChecksAsked />}>
            <Checks ctx={ctx} pausedUntil={known.pausedUntil} />
          </Suspense>
        </NextIntlClientProvider>
        <CallbackDays environment={environment} days={days} />
        <AnnouncedChanges announced={known.announced} />
        <DriftFacts strange={known.strange} />
      </div>
    </PageFrame>
  );
}

async function Checks({ ctx, pausedUntil }: { ctx: Ctx; pausedUntil: string | null }) {
  const { environment } = ctx;
  const client = new QueryClient();
  client.setQueryData(apiStatusCache.check(environment).queryKey, await checkApiStatus(ctx));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ConnectionChecks environment={environment} pausedUntil={pausedUntil} />
    </HydrationBoundary>
  );
}
