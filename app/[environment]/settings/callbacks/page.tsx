import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { AddressCard } from "@/components/callbacks/address-card";
import { SignatureLock } from "@/components/callbacks/signature-lock";
import { Empty } from "@/components/feedback/empty";
import { pickMessages } from "@/components/messages/pick-messages";
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { PageFrame } from "@/components/shell/page-frame";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { callbackAddress, getSignatureLock } from "@/lib/callbacks/queries";
import { viewerContext } from "@/lib/http/viewer";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("callbacks"))("title") };
}

export default async function CallbacksPage({ params }: PageProps<"/[environment]/settings/callbacks">) {
  const ctx = await viewerContext((await params).environment);
  const { role } = ctx.actor;
  const t = await getTranslations("callbacks");
  return (
    <PageFrame title={t("title")} aside={t("lead")}>
      <SettingsTabs environment={ctx.environment} role={role} current="callbacks" />
      {may(role, "callbacks:read") ? (
        <Callbacks ctx={ctx} mayChange={may(role, "callbacks:change")} />
      ) : (
        <Empty title={t("mayNot")} />
      )}
    </PageFrame>
  );
}

async function Callbacks({ ctx, mayChange }: { ctx: Ctx; mayChange: boolean }) {
  const { environment } = ctx;
  const [lock, addresses] = await Promise.all([getSignatureLock(ctx), callbackAddress(ctx)]);
  return (
    <div className="grid max-w-190 gap-4">
      <NextIntlClientProvider
        messages={pickMessages(await getMessages(), ["callbacks", "secondAdmin", "problems", "proof", "common"])}
      >
        <SignatureLock
          key={`${lock.proposal?.id} ${lock.isLocked}`}
          environment={environment}
          lock={lock}
          mayChange={mayChange}
        />
        <AddressCard
          key={addresses.current?.id}
          environment={environment}
          addresses={addresses}
          mayChange={mayChange}
        />
      </NextIntlClientProvider>
    </div>
  );
}
