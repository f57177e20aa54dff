import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { keptColumns } from "@/components/data-table/kept-columns";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { PayeeList } from "@/components/payees/payee-list";
import { rightsOf } from "@/components/payees/rights";
import { PageFrame } from "@/components/shell/page-frame";
import { buttonVariants } from "@/components/ui/button";
import { viewerContext } from "@/lib/http/viewer";
import { partsIn } from "@/lib/list/page";
import { payeeCache } from "@/lib/payees/cache";
import { getPayee, listPayees } from "@/lib/payees/queries";
import { PAYEE_ADDRESS } from "@/lib/payees/rules";
import { openedPayee, payeesAsked } from "@/lib/payees/schema";

const USUAL_COLUMNS = ["account", "status", "paid"];

export default async function PayeesPage({ params, searchParams }: PageProps<"/[environment]/payees">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("payees");
  const given = await searchParams;
  const view = await listPayees(ctx, payeesAsked.parse(given));
  const rights = rightsOf(actor.role);
  const open = openedPayee.parse(given).open ?? view.rows[0]?.payeeId ?? null;
  const payee = open === null ? null : await getPayee(ctx, { payeeId: open });
  return (
    <PageFrame
      title={t("title")}
      summary={t.rich("summary", { ...view.counts, b: (chunks) => <b>{chunks}</b> })}
      actions={
        rights.mayEdit && (
          <>
            <Link href={`/${environment}/payees/import`} className={buttonVariants()}>
              {t("import.title")}
            </Link>
            <Link href={`/${environment}/payees/account-checks`} className={buttonVariants()}>
              {t("check.title")}
            </Link>
            <Link href={`/${environment}/payees/new`} className={buttonVariants({ variant: "primary" })}>
              {t("new")}
            </Link>
          </>
        )
      }
    >
      <ClientBoundary
        messages={[
          ...(["payees", "withdrawals.warnings", "orders", "states", "evidence", "list", "failures"] as const),
          ...(["problems", "fields", "stepUp", "common"] as const),
        ]}
        queries={[
          seed(payeeCache.page(environment, partsIn(given, PAYEE_ADDRESS)), view),
          payee && seed(payeeCache.one(environment, payee.payeeId), payee),
        ]}
      >
        <PayeeList environment={environment} columns={await keptColumns("payees", USUAL_COLUMNS)} rights={rights} />
      </ClientBoundary>
    </PageFrame>
  );
}
