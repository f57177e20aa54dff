import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { OrderFiguresLine, OrderListSection } from "@/app/[environment]/order-list";
import { PageFrame } from "@/components/shell/page-frame";
import { buttonVariants } from "@/components/ui/button";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { orderFigures } from "@/lib/transactions/list/figures";

export default async function TransactionsPage({ params, searchParams }: PageProps<"/[environment]/transactions">) {
  const ctx = await viewerContext((await params).environment);
  const [t, figures] = await Promise.all([getTranslations("orders"), orderFigures(ctx, { list: "transactions" })]);
  const action = may(ctx.actor.role, "backfill:start") && (
    <Link href={`/${ctx.environment}/transactions/backfill`} className={buttonVariants()}>
      {(await getTranslations("backfill"))("open")}
    </Link>
  );
  return (
    <PageFrame title={t("title")} summary={<OrderFiguresLine figures={figures} />} actions={action}>
      <OrderListSection ctx={ctx} list="transactions" given={await searchParams} figures={figures} actions={action} />
    </PageFrame>
  );
}
