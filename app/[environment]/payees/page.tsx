import { cookies } from "next/headers";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { columnsCookie, readColumns } from "@/components/data-table/chosen-columns";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { PayeeList } from "@/components/payees/payee-list";
import { PageFrame } from "@/components/shell/page-frame";
import { pageTitle } from "@/components/shell/page-title";
import { buttonVariants } from "@/components/ui/button";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { partsIn } from "@/lib/list/page";
import { payeeCache } from "@/lib/payees/cache";
import { listPayees } from "@/lib/payees/queries";
import { PAYEE_ADDRESS } from "@/lib/payees/rules";
import { payeesAsked } from "@/lib/payees/schema";

export const generateMetadata = pageTitle("payees.title");

const USUAL_COLUMNS = ["account", "player", "status", "paid"];

export default async function PayeesPage({ params, searchParams }: PageProps<"/[environment]/payees">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("payees");
  const given = await searchParams;
  const view = await listPayees(ctx, payeesAsked.parse(given));
  const mayEdit = may(actor.role, "payees:edit");
  return (
    <PageFrame
      title={t("title")}
      summary={t.rich("summary", { ...view.counts, b: (chunks) => <b>{chunks}</b> })}
      actions={
        mayEdit && (
          <Link href={`/${environment}/payees/new`} className={buttonVariants({ variant: "primary" })}>
            {t("new")}
          </Link>
        )
      }
    >
      <ClientBoundary
        messages={["payees.*", "payees.statuses", "payees.kyc", "list", "failures", "problems", "common.*"]}
        queries={[seed(payeeCache.page(environment, partsIn(given, PAYEE_ADDRESS)), view)]}
      >
        <PayeeList
          environment={environment}
          columns={readColumns((await cookies()).get(columnsCookie("payees"))?.value, USUAL_COLUMNS)}
          mayEdit={mayEdit}
        />
      </ClientBoundary>
    </PageFrame>
  );
}
