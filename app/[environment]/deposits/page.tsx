import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { OrderFiguresLine, OrderListSection } from "@/app/[environment]/order-list";
import { PageFrame } from "@/components/shell/page-frame";
import { buttonVariants } from "@/components/ui/button";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { orderFigures } from "@/lib/transactions/list/figures";

export default async function DepositsPage({ params, searchParams }: PageProps<"/[environment]/deposits">) {
  const ctx = await viewerContext((await params).environment);
  const [t, figures] = await Promise.all([getTranslations("deposits"), orderFigures(ctx, { list: "deposits" })]);
  const action = may(ctx.actor.role, "deposits:create") && (
    <Link href={`/${ctx.environment}/deposits/new`} className={buttonVariants({ variant: "primary" })}>
      {t("new")}
    </Link>
  );
  return (
    <PageFrame title={t("title")} summary={<OrderFiguresLine figures={figures} />} actions={action}>
      <OrderListSection ctx={ctx} list="deposits" given={await searchParams} figures={figures} actions={action} />
    </PageFrame>
  );
}
