import { getTranslations } from "next-intl/server";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { Answers } from "@/components/payees/account-check/answers";
import { Inquiry } from "@/components/payees/account-check/inquiry";
import { RoleMayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { listUnchecked } from "@/lib/payees/account-check/queries";
import { uncheckedAsked } from "@/lib/payees/account-check/schema";
import { tokyoDay } from "@/lib/time";

type Props = PageProps<"/[environment]/payees/account-checks">;

export default async function AccountChecksPage({ params, searchParams }: Props) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const asked = uncheckedAsked.parse(await searchParams);
  const t = await getTranslations("payees");
  const mayEdit = may(actor.role, "payees:edit");
  return (
    <PageFrame title={t("check.title")} parent={{ href: `/${environment}/payees`, title: t("title") }}>
      {mayEdit ? (
        <ClientBoundary messages={["payees", "fields", "problems", "stepUp", "common"]}>
          <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
            <Inquiry environment={environment} unchecked={await listUnchecked(ctx, asked)} />
            <Answers environment={environment} today={tokyoDay(ctx.now())} />
          </div>
        </ClientBoundary>
      ) : (
        <RoleMayNot why={t("mayNot")} />
      )}
    </PageFrame>
  );
}
