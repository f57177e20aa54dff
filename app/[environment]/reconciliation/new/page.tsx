import { getTranslations } from "next-intl/server";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { UploadLedger } from "@/components/reconciliation/upload-ledger";
import { RoleMayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { oneDay } from "@/lib/daily-close/schema";
import { viewerContext } from "@/lib/http/viewer";
import { DAY_MS, tokyoDay } from "@/lib/time";

export default async function NewReconciliationPage({
  params,
  searchParams,
}: PageProps<"/[environment]/reconciliation/new">) {
  const { environment, actor, now } = await viewerContext((await params).environment);
  const t = await getTranslations("reconciliation");
  const { firstDay, lastDay } = await searchParams;
  const yesterday = tokyoDay(new Date(now().getTime() - DAY_MS));
  const dayIn = (given: unknown) => {
    const read = oneDay.safeParse({ day: given });
    return read.success ? read.data.day : yesterday;
  };
  return (
    <PageFrame title={t("new")} parent={{ href: `/${environment}/reconciliation`, title: t("title") }}>
      {may(actor.role, "reconciliation:change") ? (
        <ClientBoundary messages={["reconciliation.upload", "fields", "imports", "problems", "stepUp", "common"]}>
          <UploadLedger
            {...{ environment, firstDay: dayIn(firstDay), lastDay: dayIn(lastDay) }}
            areDaysGiven={firstDay !== undefined && lastDay !== undefined}
          />
        </ClientBoundary>
      ) : (
        <RoleMayNot why={t("mayNot")} />
      )}
    </PageFrame>
  );
}
