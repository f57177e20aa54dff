import { getTranslations } from "next-intl/server";
import { AddressCard } from "@/components/callbacks/address-card";
import { SignatureLock } from "@/components/callbacks/signature-lock";
import { EndedRequests } from "@/components/ended-requests/ended-requests";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { MayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { OnlyAdmin } from "@/components/team/only-admin";
import { may } from "@/lib/auth/permissions";
import { callbackAddress, getSignatureLock } from "@/lib/callbacks/queries";
import { countDeciders, listEndedRequests } from "@/lib/dashboard/proposals";
import { viewerContext } from "@/lib/http/viewer";

export default async function CallbacksPage({ params }: PageProps<"/[environment]/settings/callbacks">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("callbacks");
  const settings = await getTranslations("settings");
  if (!may(actor.role, "callbacks:read")) return <MayNot title={settings("callbacks")} why={t("mayNot")} />;
  const mayChange = may(actor.role, "callbacks:change");
  const [lock, addresses, deciders] = await Promise.all([
    getSignatureLock(ctx),
    callbackAddress(ctx),
    mayChange ? countDeciders(ctx, { kind: "signature_lock" }) : null,
  ]);
  const urls = addresses.older.length + (addresses.current ? 1 : 0);
  const summary = t.rich("summary", { isLocked: String(lock.isLocked), urls, b: (chunks) => <b>{chunks}</b> });
  return (
    <PageFrame title={settings("callbacks")} summary={summary}>
      <ClientBoundary messages={["callbacks", "dualControl", "fields", "problems", "stepUp", "common"]}>
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
          <AddressCard
            key={addresses.current?.id}
            environment={environment}
            addresses={addresses}
            mayChange={mayChange}
          />
          <div className="grid grid-cols-1 gap-4">
            {deciders !== null && <OnlyAdmin deciders={deciders} />}
            <EndedRequests
              environment={environment}
              requests={await listEndedRequests(ctx, { kinds: ["signature_lock"] })}
            />
            <SignatureLock
              key={`${lock.proposal?.id} ${lock.isLocked}`}
              environment={environment}
              lock={lock}
              mayChange={mayChange}
            />
          </div>
        </div>
      </ClientBoundary>
    </PageFrame>
  );
}
